import { atom } from 'jotai'

const KEY = 'helpdesk-single-keys'

const read = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const onAtom = atom(read())

/**
 * Whether keys without Ctrl or Cmd are shortcuts on this device. They can be switched off (WCAG 2.1.4): speech input
 * types letters where nobody meant a command.
 */
export const singleKeysAtom = atom(
  (get) => get(onAtom),
  (_get, set, on: boolean) => {
    try {
      if (on) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, 'off')
    } catch {
      // Storage may be closed to us; the choice then lasts as long as the page.
    }
    set(onAtom, on)
  },
)

/** Whether a shortcut is among those that can be switched off: it begins with a character alone. */
export const isSingleKey = (keys: string): boolean => /^(shift\+)?.($| )/u.test(keys)
