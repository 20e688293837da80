import { z } from 'zod'
import { HttpError } from '../_shared/http-error.ts'
import type { Proposal, ProposalKind } from './events.ts'
import { LIMITS } from './limits.ts'
import type { RestClient } from './rest.ts'
import {
  dashboardSchema,
  detailSchema,
  proposalRowSchema,
  queueSchema,
  summarySchema,
  type Dashboard,
  type Detail,
  type QueueFigures,
  type Summary,
} from './rows.ts'
import { failed } from './texts.ts'

export interface Search {
  query?: string
  status?: string
  priority?: string
  assignee_id?: string
  unassigned?: boolean
  sort_by?: 'created_at' | 'priority'
  oldest_first?: boolean
  limit?: number
}

export type WithNames<T> = T & { assignee: string | null; customer: string | null }

/** Everything that the assistant can do. `propose` records a proposal; no method changes a ticket. */
export interface HelpdeskApi {
  search(search: Search): Promise<WithNames<Summary>[]>
  /** @returns null when the ticket does not exist or the caller may not see it */
  ticket(id: string): Promise<Detail | null>
  queue(): Promise<QueueFigures>
  agents(): Promise<Dashboard>
  propose(ticketId: string, kind: ProposalKind, value: string | null, reason: string): Promise<Proposal>
}

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const peopleSchema = z.array(z.object({ id: z.string(), name: z.string() }))
const label = (value: string | null) => value?.replaceAll('_', ' ') ?? null

/** @param rest - bound to the caller's token */
export function createHelpdeskApi(rest: RestClient): HelpdeskApi {
  async function readNames(ids: (string | null)[]): Promise<Map<string, string>> {
    const uniqueIds = [...new Set(ids.filter((id) => id !== null && UUID.test(id)))]
    if (uniqueIds.length === 0) return new Map()
    const people = await rest.read(`profiles?select=id,name&id=in.(${uniqueIds.join(',')})`, peopleSchema)
    return new Map(people.map(({ id, name }) => [id, name]))
  }
  const nameOf = (known: Map<string, string>, id: string | null) => (id ? (known.get(id) ?? null) : null)

  return {
    async search(search) {
      const text = search.query?.trim().slice(0, 200)
      const filter = {
        ...(text && { text }),
        ...(search.status && { status: [search.status] }),
        ...(search.priority && { priority: [search.priority] }),
        ...(search.assignee_id && { assignee: search.assignee_id }),
        ...(search.unassigned && { unassigned: true }),
      }
      const order = {
        sort_by: search.sort_by ?? 'created_at',
        ascending: search.oldest_first ?? false,
        max_rows: Math.min(search.limit ?? 10, LIMITS.searchRows),
      }
      const rows = text
        ? (
            await rest.rpc(
              'search_tickets',
              { filter, ...order },
              z.array(z.object({ ticket: summarySchema })),
            )
          ).map(({ ticket }) => ticket)
        : await rest.rpc('list_tickets', { filter, ...order }, z.array(summarySchema))
      const known = await readNames(rows.flatMap((row) => [row.assigned_to, row.customer_id]))
      return rows.map((row) => ({
        ...row,
        assignee: nameOf(known, row.assigned_to),
        customer: nameOf(known, row.customer_id),
      }))
    },

    ticket: (id) => rest.rpc('get_ticket_detail', { ticket_id: id }, detailSchema.nullable()),
    queue: () => rest.rpc('get_queue_figures', {}, queueSchema),
    agents: () => rest.rpc('get_admin_dashboard', {}, dashboardSchema),

    async propose(ticketId, kind, value, reason) {
      const row = await rest.rpc(
        'propose_change',
        { ticket_id: ticketId, kind, to_value: value, reason },
        proposalRowSchema,
      )
      const [tickets, known] = await Promise.all([
        rest.read(
          `tickets?select=subject&id=eq.${row.ticket_id}`,
          z.array(z.object({ subject: z.string() })),
        ),
        kind === 'assign' ? readNames([row.from_value, row.to_value]) : new Map<string, string>(),
      ])
      const labelOf = (to: string | null) =>
        kind === 'assign' ? (to ? (known.get(to) ?? 'Somebody') : 'Nobody') : label(to)
      const text = kind === 'internal_note' || kind === 'reply_draft'
      return {
        ...row,
        ticket_subject: tickets[0]?.subject ?? '',
        from_label: text ? null : labelOf(row.from_value),
        to_label: text ? row.to_value : labelOf(row.to_value),
      }
    },
  }
}

/** Counts the question against the caller's limit. @throws HttpError 401, 403 (not an admin) or 429 */
export async function takeTurn(rest: RestClient): Promise<void> {
  await rest.rpc('take_assistant_turn', {}, z.number()).catch((error: unknown) => {
    throw error instanceof HttpError && error.code === 'database_failed'
      ? new HttpError(error.status, error.code, failed)
      : error
  })
}
