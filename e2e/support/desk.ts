import { openDesk } from '@helpdesk/testing/desk'
import { portal } from './this-portal'

export type { Member } from '@helpdesk/testing/desk'
/** Builders of people and tickets in this worker's portal, and its database to look behind the screens. */
export const { db, newMember, newTicket, newComment, clientOf } = openDesk(portal)
