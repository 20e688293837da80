import { atom } from 'jotai'

/** A dialog opened by keyboard. */
export type Surface =
  | 'palette'
  | 'help'
  | 'status'
  | 'priority'
  | 'assign'
  | 'tag'
  | 'snooze'
  | 'take-over'
  | 'merge'
  | 'link'
  | 'new-view'

/** The open dialog; buttons set it too. */
// eslint-disable-next-line no-restricted-syntax -- belongs to the screen of its remote, which leaves the page with it
export const surfaceAtom = atom<Surface | null>(null)
