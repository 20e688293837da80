import { oncePerPage } from '@helpdesk/ui'
import { localStore } from '@helpdesk/ui/storage/browser-storage'

const KEY = 'helpdesk-device'

/** A random id of this browser, which tells devices of one user apart. It says nothing about the user. */
export function deviceId(): string {
  const known = localStore.read(KEY)
  if (known) return known
  // A browser that blocks storage is one device per page, not another with each call.
  const id = oncePerPage('device-id@1', () => crypto.randomUUID())
  localStore.write(KEY, id)
  return id
}
