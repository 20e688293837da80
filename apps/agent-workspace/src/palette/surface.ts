import { atom } from 'jotai'

/** What the keyboard has opened over the page. */
export type Surface = 'palette' | 'help' | 'status' | 'priority' | 'new-view'

/** What is open now; buttons open the same surfaces by setting it. */
export const surfaceAtom = atom<Surface | null>(null)
