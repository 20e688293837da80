import type { TicketSummary } from '../model/rows'
import { listTickets } from './list-tickets'

/**
 * Reads an agent's active tickets, the most urgent first, then the newest (specification, section 7.3).
 * @param limit maximum number of rows
 * @throws AppError when the backend refuses or cannot be reached
 */
export const listActiveTickets = (assignee: string, limit: number): Promise<TicketSummary[]> =>
  listTickets({ status: 'active', assignedTo: assignee, sort: 'priority' }, undefined, limit)
