import { canTriage, claimRefusal, type Actor, type AgentsUpdate } from '@helpdesk/tickets/model/permissions'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, OTHER_AGENT_ID } from '@helpdesk/tickets/testing/build-row'
import { afterChange, type BulkChange } from '../model/bulk'

export const FORBIDDEN = 'You do not have permission to update this ticket'

/**
 * A backend with a ticket of nobody, of the reader and of a colleague in each status, and the rules that
 * `rights.stack.test.ts` proves for the database.
 * @returns what it refused, and the names of the changes that it was asked for
 */
export function startGuardedWorkspace(actor: Actor, setting: AgentsUpdate) {
  const initial = [null, AGENT_ID, OTHER_AGENT_ID].flatMap((assigned_to, holder) =>
    TICKET_STATUSES.map((status, n) =>
      buildRow(holder * TICKET_STATUSES.length + n, {
        number: 1001 + holder * TICKET_STATUSES.length + n,
        assigned_to,
        assignee_name: assigned_to && (assigned_to === AGENT_ID ? 'Alex Agent' : 'Bo Busy'),
        status,
      }),
    ),
  )
  const workspace = new Map(initial.map((row) => [row.id, row]))
  const refused: unknown[] = []
  const changes: string[] = []
  const apply = (id: string, change: BulkChange) => {
    const row = workspace.get(id)
    if (!row) throw new Error(`No ticket ${id}`)
    if (!change.take_over && !canTriage(actor, row, setting)) {
      refused.push({ change, row })
      return { id, ok: false, message: FORBIDDEN }
    }
    workspace.set(id, afterChange(row, change, actor.id))
    return { id, number: row.number, ok: true, message: null }
  }
  stubBackend(
    backendWith(
      () => [...workspace.values()],
      ({ url, body }: SentRequest) => {
        const name = url.pathname.split('/').pop()
        if (name === 'count_queues')
          return {
            body: {
              unassigned: 6,
              mine: 6,
              waiting: 0,
              unread: 0,
              unmatched: 0,
              agents_update: setting,
              views: {},
            },
          }
        if (name === 'claim_ticket') {
          const row = workspace.get((body as { ticket_id: string }).ticket_id)
          changes.push('claim')
          if (!row || claimRefusal(actor, row) || row.assigned_to) refused.push({ claim: row })
          return { body: { ...row, assigned_to: actor.id, description: 'x', tags: null, metadata: null } }
        }
        if (name === 'bulk_update_tickets') {
          const { ticket_ids, change } = body as { ticket_ids: string[]; change: BulkChange }
          changes.push(...Object.keys(change))
          return { body: { batch_id: 'batch 1', results: ticket_ids.map((id) => apply(id, change)) } }
        }
        return { body: [] }
      },
    ),
  )
  return { refused, changes }
}
