import { atom } from 'jotai'

/** How much room the rows of worklists take. */
export type Density = 'comfortable' | 'compact'

const currentAtom = atom<Density>('comfortable')

/**
 * The user's density. Writing it sets `data-density` on the document element, where the head script sets it before the
 * app has loaded: the same styles apply to the rows that are shown before.
 */
export const densityAtom = atom(
  (get) => get(currentAtom),
  (_get, set, density: Density) => {
    set(currentAtom, density)
    // Where accounts are used without a page.
    if (typeof document === 'undefined') return
    const { dataset } = document.documentElement
    if (density === 'compact') dataset.density = density
    else delete dataset.density
  },
)
