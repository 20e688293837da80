import { openWorkspace } from '@helpdesk/testing/workspace'
import { portal } from './this-portal'

export type { Member } from '@helpdesk/testing/workspace'
/** Factories of users and tickets in this worker's portal, and a connection to its database. */
export const { db, newMember, newTicket, newComment, clientOf } = openWorkspace(portal)
