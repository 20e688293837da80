import { localStore } from '@helpdesk/ui/storage/browser-storage'

const KEY = 'helpdesk-device'

/** A random id of this browser, which tells devices of one user apart. It says nothing about the user. */
export function deviceId(): string {
  const known = localStore.read(KEY)
  if (known) return known
  const id = crypto.randomUUID()
  localStore.write(KEY, id)
  return id
}
