import { firstScreenLoader } from '@helpdesk/tickets/prefetch/first-screen-loader'
import { prefetchMyTickets } from '../api/list-my-tickets'
import { filterFromParams, rowsFromParams } from './filter-params'

export const loadMyTickets = firstScreenLoader((userId, { searchParams }) =>
  prefetchMyTickets(filterFromParams(searchParams), rowsFromParams(searchParams), userId),
)
