import { prefetchTicketPages } from '@helpdesk/staff/api/list-ticket-pages'
import { worklistOf } from '@helpdesk/staff/model/worklist'
import { firstScreenLoader } from '@helpdesk/tickets/api/first-screen-loader'
import { queueOf } from './queue'

export const loadQueue = firstScreenLoader((userId, { pathname, searchParams }) => {
  const assignedTo = queueOf(pathname).unassigned ? null : userId
  return prefetchTicketPages({ assignedTo, ...worklistOf(searchParams) }, userId)
})
