import { atom, getDefaultStore } from 'jotai'
import { localStore } from '../storage/browser-storage'

export type ColorMode = 'light' | 'dark' | 'system'
const KEY = 'helpdesk-color-mode'
const DARK = '(prefers-color-scheme: dark)'

/**
 * Script for the document's head that sets the theme before the first paint, so that a dark screen never flashes white.
 * The shell embeds it as an inline script; its hash belongs in the content security policy.
 */
export const colorModeScript = `(function(){try{var m=localStorage.getItem('${KEY}'),d=document.documentElement,k=m==='dark'||m!=='light'&&matchMedia('${DARK}').matches;d.classList.add(k?'dark':'light')}catch(e){}})()`

const read = (): ColorMode => {
  const stored = localStore.read(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const modeAtom = atom<ColorMode>(read())

/** The user's color mode. Writing it stores and applies it. */
export const colorModeAtom = atom(
  (get) => get(modeAtom),
  (_get, set, mode: ColorMode) => {
    localStore.write(KEY, mode === 'system' ? null : mode)
    set(modeAtom, mode)
    applyColorMode(mode)
  },
)

/** Sets class `light` or `dark` on the document element. */
const applyColorMode = (mode: ColorMode): void => {
  const dark = !isPrinting() && (mode === 'dark' || (mode === 'system' && prefersDark()))
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.classList.toggle('light', !dark)
}

/** Follows the operating system, other tabs and the printer, whose paper is light. Returns the cleanup. */
export const followColorMode = (): (() => void) => {
  const store = getDefaultStore()
  const apply = () => applyColorMode(store.get(colorModeAtom))
  const fromStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return
    store.set(modeAtom, read())
    apply()
  }
  const queries = typeof matchMedia === 'function' ? [matchMedia(DARK), matchMedia('print')] : []
  apply()
  for (const query of queries) query.addEventListener('change', apply)
  addEventListener('storage', fromStorage)
  return () => {
    for (const query of queries) query.removeEventListener('change', apply)
    removeEventListener('storage', fromStorage)
  }
}

const isPrinting = () => typeof matchMedia === 'function' && matchMedia('print').matches
const prefersDark = () => typeof matchMedia === 'function' && matchMedia(DARK).matches
