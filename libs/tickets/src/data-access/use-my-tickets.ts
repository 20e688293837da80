import { useAuth } from '@helpdesk/auth'
import type { TicketListFilter } from './list-tickets'
import { useTickets } from './use-tickets'

/** The signed-in customer's own tickets. */
export function useMyTickets(filter: Pick<TicketListFilter, 'status' | 'priority' | 'search'> = {}) {
  const { user } = useAuth()
  return useTickets(user ? { ...filter, customerId: user.id } : undefined)
}
