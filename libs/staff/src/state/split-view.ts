import { atom } from 'jotai'
import { deviceFlag } from './device-flag'

/** Whether lists show the ticket of the cursor beside them. */
export const splitViewAtom = deviceFlag('helpdesk-split-view', false)

/** The ticket of the cursor of the list on screen, null without one, and with it those beside it, in the list's order. */
// eslint-disable-next-line no-restricted-syntax -- belongs to the screen of its remote, which leaves the page with it
export const splitTicketsAtom = atom<{ current: string | null; around: readonly string[] }>({
  current: null,
  around: [],
})
