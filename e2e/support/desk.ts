import { openDesk } from '@helpdesk/testing/desk'
import { portal } from './this-portal'

export type { Member } from '@helpdesk/testing/desk'
/** Factories of users and tickets in this worker's portal, and a connection to its database. */
export const { db, newMember, newTicket, newComment, clientOf } = openDesk(portal)
