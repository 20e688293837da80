import { atom } from 'jotai'

const KEY = 'helpdesk-single-keys'

const read = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const enabledAtom = atom(read())

/**
 * Whether single-character shortcuts are on, on this device. They can be switched off (WCAG 2.1.4), because speech input
 * types letters that are not meant as commands.
 */
export const singleKeysAtom = atom(
  (get) => get(enabledAtom),
  (_get, set, on: boolean) => {
    try {
      if (on) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, 'off')
    } catch {
      // Without storage the setting lasts until the page is closed.
    }
    set(enabledAtom, on)
  },
)

/** True for shortcuts that can be switched off: those that start with a character without Ctrl or Cmd. */
export const isSingleKey = (keys: string): boolean => /^(shift\+)?.($| )/u.test(keys)
