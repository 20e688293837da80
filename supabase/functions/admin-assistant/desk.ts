import { z } from 'zod'
import type { Proposal, ProposalKind } from './events.ts'
import { LIMITS } from './limits.ts'
import { Refusal } from './refusal.ts'
import type { Rest } from './rest.ts'
import {
  dashboardSchema,
  detailSchema,
  proposalRowSchema,
  queueSchema,
  SUMMARY_COLUMNS,
  summarySchema,
  type Dashboard,
  type Detail,
  type QueueFigures,
  type Summary,
} from './rows.ts'

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

export type Named<T> = T & { assignee: string | null; customer: string | null }

/** Everything that the assistant can do. `propose` records a proposal; nothing here changes a ticket. */
export interface Desk {
  search(search: Search): Promise<Named<Summary>[]>
  /** @returns null when there is no such ticket, or none that the caller may see */
  ticket(id: string): Promise<Detail | null>
  queue(): Promise<QueueFigures>
  agents(): Promise<Dashboard>
  propose(ticketId: string, kind: ProposalKind, value: string | null, reason: string): Promise<Proposal>
}

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const peopleSchema = z.array(z.object({ id: z.string(), name: z.string() }))
const words = (value: string | null) => value?.replaceAll('_', ' ') ?? null

/** @param rest - bound to the caller's token */
export function deskOf(rest: Rest): Desk {
  async function names(ids: (string | null)[]): Promise<Map<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null && UUID.test(id)))]
    if (wanted.length === 0) return new Map()
    const people = await rest.read(`profiles?select=id,name&id=in.(${wanted.join(',')})`, peopleSchema)
    return new Map(people.map(({ id, name }) => [id, name]))
  }
  const nameIn = (known: Map<string, string>, id: string | null) => (id ? (known.get(id) ?? null) : null)

  return {
    async search(search) {
      const rows = await rest.rpc(
        'search_tickets',
        {
          query: search.query?.slice(0, 200) || null,
          filter_status: search.status ?? null,
          filter_priority: search.priority ?? null,
          filter_assignee: search.assignee_id ?? null,
          unassigned: search.unassigned ?? false,
          sort_by: search.sort_by ?? 'created_at',
          ascending: search.oldest_first ?? false,
          max_rows: Math.min(search.limit ?? 10, LIMITS.searchRows),
        },
        z.array(summarySchema),
        `?select=${SUMMARY_COLUMNS}`,
      )
      const known = await names(rows.flatMap((row) => [row.assigned_to, row.customer_id]))
      return rows.map((row) => ({
        ...row,
        assignee: nameIn(known, row.assigned_to),
        customer: nameIn(known, row.customer_id),
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
        rest.read(`tickets?select=subject&id=eq.${row.ticket_id}`, z.array(z.object({ subject: z.string() }))),
        kind === 'assign' ? names([row.from_value, row.to_value]) : new Map<string, string>(),
      ])
      const label = (id: string | null) =>
        kind === 'assign' ? (id ? (known.get(id) ?? 'Somebody') : 'Nobody') : words(id)
      const text = kind === 'internal_note' || kind === 'reply_draft'
      return {
        ...row,
        ticket_subject: tickets[0]?.subject ?? '',
        from_label: text ? null : label(row.from_value),
        to_label: text ? row.to_value : label(row.to_value),
      }
    },
  }
}

/** Counts the question against the caller's limit. @throws Refusal 401, 403 (no admin), 429 */
export async function takeTurn(rest: Rest): Promise<void> {
  await rest.rpc('take_assistant_turn', {}, z.number()).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 502
      ? new Refusal(502, 'database_failed', 'Failed to get response from AI assistant')
      : error
  })
}
