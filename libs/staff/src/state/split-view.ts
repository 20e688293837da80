import { atom } from 'jotai'
import { deviceFlag } from './device-flag'

/** Whether lists show the ticket of the cursor beside them. */
export const splitViewAtom = deviceFlag('helpdesk-split-view', false)

/** The ticket of the cursor of the list on screen; null without one. */
export const currentTicketAtom = atom<string | null>(null)
