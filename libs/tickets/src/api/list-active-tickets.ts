import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketSummarySchema, type TicketSummary } from '../model/rows'
import { LIST_COLUMNS } from './list-tickets'

/** Statuses that still need work. */
const ACTIVE = ['open', 'in_progress', 'pending', 'on_hold'] as const

/**
 * Reads an agent's active tickets, the most urgent first, then the newest (specification, section 7.3).
 * @param limit maximum number of rows
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listActiveTickets(assignee: string, limit: number): Promise<TicketSummary[]> {
  const data = await loadData()
  return ask(
    data
      .from('tickets')
      .select(LIST_COLUMNS)
      .eq('assigned_to', assignee)
      .in('status', ACTIVE)
      .order('priority_rank', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(limit),
    z.array(ticketSummarySchema),
  )
}
