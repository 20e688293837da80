import { atom } from 'jotai'

const read = (key: string, initial: boolean): boolean => {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? initial : stored === 'on'
  } catch {
    return initial
  }
}

/** A setting of this device that is on or off. Without storage it lasts until the page is closed. */
export function deviceFlag(key: string, initial: boolean) {
  const current = atom(read(key, initial))
  return atom(
    (get) => get(current),
    (_get, set, on: boolean) => {
      try {
        if (on === initial) localStorage.removeItem(key)
        else localStorage.setItem(key, on ? 'on' : 'off')
      } catch {
        // Kept in memory.
      }
      set(current, on)
    },
  )
}
