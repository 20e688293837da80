import { ask, loadData, z } from '@helpdesk/supabase'
import { LIST_PAGE } from '../model/limits'
import { priorityRank } from '../model/priorities'
import { isTextSort, ticketSummarySchema, type TicketSort, type TicketSummary } from '../model/rows'
import type { TicketCursor, TicketListFilter } from '../model/ticket-list'
import { scopeArgs } from './scope-args'

/** Columns of a ticket in a list, without the long texts. */
export const LIST_COLUMNS =
  'id,subject,status,priority,created_by,customer_id,assigned_to,created_at,updated_at,closed_at,version,number,waiting_since'
/** The same with people, the last message, tags, and whether it is unread. */
const ROW_COLUMNS = `${LIST_COLUMNS},creator_name,creator_email,assignee_name,assignee_email,requester_name,requester_email,desk_tags,last_message_at,last_message_name,last_message_from,last_message_preview,unread`

/** The time by which a list is sorted. */
const timeOf = (row: TicketCursor, sort: TicketSort): string | undefined =>
  sort === 'updated_at'
    ? row.updated_at
    : sort === 'waiting'
      ? (row.waiting_since ?? undefined)
      : row.created_at

/** The text by which a list is sorted. */
const textOf = (row: TicketCursor, sort: TicketSort): string =>
  (sort === 'subject' ? row.subject : sort === 'customer' ? row.requester_name : row.assignee_name) ?? ''

/**
 * Reads one page of tickets in one request. Every list is read through a function, which checks permissions itself, so
 * that the database can use its indexes before the policies. A text is searched, by code loaded then.
 * @param after cursor of the previous page; undefined for the first page
 * @param rows maximum number of rows; the server caps it at `LIST_ROWS_MAX`
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function listTickets(
  filter: TicketListFilter,
  after?: TicketCursor,
  rows: number = LIST_PAGE,
): Promise<TicketSummary[]> {
  if (filter.search?.trim()) return (await import('./search-tickets')).searchTickets(filter, after, rows)
  const data = await loadData()
  const sort = filter.sort ?? 'created_at'
  const args = {
    filter_status: filter.status && [filter.status],
    ...scopeArgs(filter),
    sort_by: sort,
    ascending: filter.ascending ?? false,
    max_rows: rows,
    after_rank: after && sort === 'priority' ? priorityRank(after.priority) : undefined,
    after_at: after && timeOf(after, sort),
    after_id: after?.id,
    after_status: after && sort === 'status' ? after.status : undefined,
    ...(after && isTextSort(sort) && { after_text: textOf(after, sort), after_number: after.number }),
  }
  // GET, so that a request without an answer is retried.
  const request = data.rpc('list_tickets', args, { get: true }).select(ROW_COLUMNS)
  return ask(request, z.array(ticketSummarySchema))
}
