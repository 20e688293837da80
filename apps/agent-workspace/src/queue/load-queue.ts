import { prefetchTicketPages } from '@helpdesk/staff/api/list-ticket-pages'
import { listFilter, mayHaveFilters } from '@helpdesk/staff/model/list-filter'
import { worklistOf } from '@helpdesk/staff/model/worklist'
import { firstScreenLoader } from '@helpdesk/tickets/prefetch/first-screen-loader'
import { queueOf } from './queue'

export const loadQueue = firstScreenLoader(async (userId, { pathname, searchParams }) => {
  const assignedTo = queueOf(pathname).unassigned ? null : userId
  const filter = worklistOf(searchParams)
  if (!mayHaveFilters(filter.search))
    await prefetchTicketPages(listFilter({ assignedTo }, filter, true), userId)
})
