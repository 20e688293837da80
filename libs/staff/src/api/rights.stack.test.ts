import { AppError } from '@helpdesk/supabase'
import { initializeAuth } from '@helpdesk/auth'
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { openWorkspace } from '@helpdesk/testing/workspace'
import { updateTicket } from '@helpdesk/tickets/api/update-ticket'
import {
  canAssign,
  canTakeOver,
  canTriage,
  claimRefusal,
  type Actor,
  type AgentsUpdate,
} from '@helpdesk/tickets/model/permissions'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignTicket } from './assign-ticket'
import { heldByOthers, type BulkChange } from '../model/bulk'
import { bulkUpdateTickets } from './bulk-update-tickets'
import { claimTicket } from './claim-ticket'
import { listHeldTickets } from './list-held-tickets'
import { sendReply } from './send-reply'
import { takeOverTicket } from './take-over-ticket'

const people = {
  customer: { name: 'Casey Customer' },
  agent: { role: 'agent', name: 'Alex Agent' },
  admin: { role: 'admin', name: 'Robin Admin' },
  colleague: { role: 'agent', name: 'Jun Colleague' },
} as const
type Who = keyof typeof people
let workspace: Workspace<Who>
let db: ReturnType<typeof openWorkspace>['db']

beforeAll(async () => {
  workspace = await startWorkspace(people)
  db = openWorkspace(workspace.stack).db
  await initializeAuth()
}, 90_000)
afterAll(async () => {
  await db?.end()
  await workspace?.stop()
})

interface Attempt {
  name: string
  /** What the ticket page offers. */
  offered: (actor: Actor, ticket: Ticket, setting: AgentsUpdate) => boolean
  run: (actor: Actor, ticket: Ticket) => Promise<unknown>
}
const reply = () => ({ content: 'Hello', requestId: crypto.randomUUID() })

/** Every command of the ticket page and of the rows of a list that changes a ticket. */
const attempts: Attempt[] = [
  { name: 'status', offered: canTriage, run: (me, { id }) => updateTicket(me.id, id, { status: 'on_hold' }) },
  { name: 'priority', offered: canTriage, run: (me, { id }) => updateTicket(me.id, id, { priority: 'low' }) },
  { name: 'tags', offered: canTriage, run: (me, { id }) => updateTicket(me.id, id, { tags: ['vip'] }) },
  {
    name: 'assign',
    offered: canAssign,
    run: (_me, { id, assigned_to }) =>
      assignTicket({
        ticketId: id,
        assignee: {
          id: assigned_to === workspace.ids.colleague ? workspace.ids.admin : workspace.ids.colleague,
          name: '',
        },
      }),
  },
  {
    name: 'return to the queue',
    offered: (me, ticket, setting) => ticket.assigned_to !== null && canAssign(me, ticket, setting),
    run: (_me, { id }) => assignTicket({ ticketId: id, assignee: null }),
  },
  {
    name: 'take',
    offered: (me, ticket) => ticket.assigned_to === null && claimRefusal(me, ticket) === null,
    run: (me, ticket) => claimTicket(me, ticket),
  },
  { name: 'take over', offered: canTakeOver, run: (_me, ticket) => takeOverTicket({ ticket }) },
  { name: 'reply', offered: () => true, run: (me, { id }) => sendReply(me.id, id, reply()) },
  {
    name: 'note',
    offered: () => true,
    run: (me, { id }) => sendReply(me.id, id, { ...reply(), isInternal: true }),
  },
  {
    name: 'reply and solve',
    offered: canTriage,
    run: (me, { id }) => sendReply(me.id, id, { ...reply(), status: 'solved', addTags: ['done'] }),
  },
  {
    name: 'note with a change',
    offered: canTriage,
    run: (me, { id }) => sendReply(me.id, id, { ...reply(), isInternal: true, priority: 'high' }),
  },
]

describe.each(['own', 'all'] as const)('with agents updating %s tickets', (setting) => {
  beforeAll(async () => void (await db`update public.workspace_settings set agents_update = ${setting}`))

  describe.each(['agent', 'admin'] as const)('as %s', (role) => {
    it.each(['nobody', 'me', 'colleague'] as const)(
      'permits every command that the page offers on a ticket of %s, in every status',
      async (holder) => {
        const me: Actor = { id: await workspace.signIn(role), role }
        const assigned_to = { nobody: null, me: me.id, colleague: workspace.ids.colleague }[holder]
        const refused: string[] = []
        const tried: string[] = []
        for (const status of TICKET_STATUSES) {
          for (const { name, offered, run } of attempts) {
            const id = await workspace.raise('customer', { status, assigned_to })
            const ticket = { id, assigned_to } as Ticket
            if (!offered(me, ticket, setting)) continue
            tried.push(name)
            await run(me, ticket).catch((error: unknown) => {
              refused.push(
                `${name} (${status}): ${error instanceof AppError ? error.message : String(error)}`,
              )
            })
          }
        }
        expect(refused).toEqual([])
        expect(new Set(tried)).toContain('reply')
      },
    )
  })

  it.each(['agent', 'admin'] as const)(
    'changes in bulk for an %s what the list offers, and names the rest with the way out',
    async (role) => {
      const me: Actor = { id: await workspace.signIn(role), role }
      const changes: BulkChange[] = [
        { status: 'on_hold' },
        { priority: 'low' },
        { add_tags: ['vip'] },
        { remove_tags: ['vip'] },
        { assigned_to: workspace.ids.admin },
        { assigned_to: null },
      ]
      for (const change of changes) {
        const tickets = await Promise.all(
          [null, me.id, workspace.ids.colleague].map(async (assigned_to) => ({
            id: await workspace.raise('customer', { status: 'in_progress', assigned_to }),
            assigned_to,
          })),
        )
        const ids = tickets.map(({ id }) => id)
        const held = heldByOthers(me, tickets, setting).map(({ id }) => id)
        expect((await listHeldTickets(ids)).map(({ id }) => id)).toEqual(held)
        const { results } = await bulkUpdateTickets(ids, change)
        const refused = results.filter(({ ok }) => !ok)
        expect(
          refused.map(({ id }) => id),
          JSON.stringify(change),
        ).toEqual(held)
        for (const { code, hint, number } of refused) {
          expect({ code, hint }).toEqual({ code: 'ticket_forbidden', hint: 'Jun Colleague' })
          expect(number).toBeGreaterThan(1000)
        }
        const taken = await bulkUpdateTickets(held.length > 0 ? held : ids, { take_over: true })
        expect(taken.results.filter(({ ok }) => !ok)).toEqual([])
      }
    },
  )

  it.each(['status', 'priority', 'tags', 'reply and solve'])(
    'refuses an agent the command %s exactly when the page does not offer it on a colleague’s ticket',
    async (name) => {
      const me: Actor = { id: await workspace.signIn('agent'), role: 'agent' }
      const attempt = attempts.find((each) => each.name === name)
      const assigned_to = workspace.ids.colleague
      const ticket = {
        id: await workspace.raise('customer', { status: 'in_progress', assigned_to }),
        assigned_to,
      } as Ticket
      const done = attempt?.run(me, ticket)
      if (attempt?.offered(me, ticket, setting)) await expect(done).resolves.toBeDefined()
      else await expect(done).rejects.toThrow('You do not have permission to update this ticket')
    },
  )
})
