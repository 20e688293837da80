import { atom } from 'jotai'

/** Where a remote renders its own part of the sidebar, such as saved views; null while no sidebar is open. */
export const menuSlotAtom = atom<HTMLElement | null>(null)

/** Numbers beside menu entries, by the entry's path. The remote that knows them sets them. */
export const menuCountsAtom = atom<Readonly<Record<string, number>>>({})

/** Opens the command palette and the list of shortcuts of the page; null while the page has none. */
export const pageCommandsAtom = atom<{ openPalette: () => void; openHelp: () => void } | null>(null)

/** Commands of the shell's account menu for the command palette; null while no menu is mounted. */
export const accountCommandsAtom = atom<{ signOut: () => void } | null>(null)
