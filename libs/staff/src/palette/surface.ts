import { atom } from 'jotai'

/** A dialog opened by keyboard. */
export type Surface = 'palette' | 'help' | 'status' | 'priority' | 'assign' | 'tag' | 'new-view'

/** The open dialog; buttons set it too. */
export const surfaceAtom = atom<Surface | null>(null)
