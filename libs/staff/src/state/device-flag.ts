import { localStore, oncePerPage } from '@helpdesk/ui'
import { atom } from 'jotai'

const read = (key: string, initial: boolean): boolean => {
  const stored = localStore.read(key)
  return stored === null ? initial : stored === 'on'
}

/** A setting of this device that is on or off. Without storage it lasts until the page is closed. */
export function deviceFlag(key: string, initial: boolean) {
  const current = oncePerPage(`${key}@1`, () => atom(read(key, initial)))
  return atom(
    (get) => get(current),
    (_get, set, on: boolean) => {
      localStore.write(key, on === initial ? null : on ? 'on' : 'off')
      set(current, on)
    },
  )
}
