import type { Role } from '@helpdesk/auth'
import { sql } from '@helpdesk/testing'
import { startWorkspace, type Workspace } from '@helpdesk/testing/browser-workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priorityRank } from '@helpdesk/tickets/model/priorities'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { bulkUpdateTickets } from './bulk-update-tickets'
import { claimTicket } from './claim-ticket'
import { listActiveTickets } from '@helpdesk/tickets/api/list-active-tickets'
import { listTickets } from '@helpdesk/tickets/api/list-tickets'
import type { TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { listPeople } from './list-people'
import { takeNextTicket } from './take-next-ticket'
import { undoBulkUpdate } from './undo-bulk-update'

const people = {
  customer: {},
  agent: { role: 'agent', name: 'Alex Agent' },
  rival: { role: 'agent', name: 'Bo Busy' },
  admin: { role: 'admin' },
} as const
let workspace: Workspace<keyof typeof people>
let ids: (typeof workspace)['ids']
const signIn = (who: keyof typeof people) => workspace.signIn(who)
const mail = (who: keyof typeof people) => workspace.mail(who)
const actor = async (who: 'agent' | 'rival' | 'admin') =>
  ({ id: await signIn(who), role: who === 'admin' ? 'admin' : 'agent' }) as const

/** Reads every page of a list. */
async function readAll(filter: TicketListFilter): Promise<TicketSummary[]> {
  const rows: TicketSummary[] = []
  for (;;) {
    const page = await listTickets(filter, rows.at(-1))
    rows.push(...page)
    if (page.length < 50) return rows
  }
}

beforeAll(async () => {
  workspace = await startWorkspace(people)
  ids = workspace.ids
  const db = sql(workspace.stack)
  // 120 tickets, 40 per timestamp, so that a page ends among equal timestamps.
  await db`insert into public.tickets (subject, description, created_by, customer_id, priority, tags, created_at)
    select 'Row ' || n, 'Ten characters', ${ids.customer}, ${ids.customer},
      (array['urgent', 'high', 'medium', 'normal', 'low'])[1 + n % 5],
      case when n % 10 = 0 then array['billing'] end, now() - (n / 40) * interval '1 second'
    from generate_series(1, 120) n`
  await db.end()
}, 90_000)
afterAll(() => workspace?.stop())

describe('ticket lists', () => {
  it.each([
    ['created_at', false],
    ['created_at', true],
    ['priority', false],
    ['priority', true],
  ] as const)('page without gaps or duplicates: %s, ascending %s', async (sort, ascending) => {
    await signIn('agent')
    for (const search of [undefined, 'row']) {
      const rows = await readAll({ assignedTo: null, sort, ascending, search })
      expect(new Set(rows.map(({ id }) => id)).size).toBe(120)
      const keys = rows.map((row) =>
        sort === 'priority' ? priorityRank(row.priority) : Date.parse(row.created_at),
      )
      const sorted = [...keys].sort((a, b) => (ascending ? a - b : b - a))
      expect(keys).toEqual(sorted)
    }
  })

  it('filter by tag, status, priority and text together', async () => {
    await signIn('agent')
    const tagged = await readAll({ tag: 'billing' })
    expect(tagged).toHaveLength(12)
    expect(await readAll({ tag: 'billing', priority: 'urgent', status: 'open', search: 'ROW' })).toHaveLength(
      12,
    )
    expect(await readAll({ tag: 'billing', priority: 'low' })).toEqual([])
    expect(await readAll({ tag: 'nothing' })).toEqual([])
  })

  it('load people by id, several in one request', async () => {
    await signIn('agent')
    const people = await listPeople([ids.customer, ids.rival, '00000000-0000-4000-8000-00000000dead'])
    expect(people.map(({ email }) => email).sort()).toEqual([mail('customer'), mail('rival')])
    await signIn('customer')
    expect(await listPeople([ids.rival])).toEqual([])
  })
})

async function firstOf(filter: TicketListFilter) {
  const [ticket] = await listTickets(filter)
  if (!ticket) throw new Error('the list is empty')
  return ticket
}

describe('ticket store errors (section 8)', () => {
  it.each([
    ['claim', 'Must be logged in as an agent to assign tickets'],
    ['next', 'Must be logged in as an agent to view queue'],
  ] as const)('refuses a customer on the client and on the server: %s', async (command, text) => {
    const id = await signIn('customer')
    const ticket = await firstOf({ customerId: id })
    const commands = {
      claim: (role: Role) => claimTicket({ id, role }, ticket),
      next: (role: Role) => takeNextTicket({ id, role }),
    }
    // The second call reaches the server, which ignores the role that the client claims.
    await expect(commands[command]('customer')).rejects.toThrow(text)
    await expect(commands[command]('agent')).rejects.toThrow(text)
  })

  it.each(['claim', 'next'])('refuses a signed-out caller: %s', async (command) => {
    const unassigned = { id: '00000000-0000-4000-8000-0000000000f1', assigned_to: null }
    await expect(command === 'claim' ? claimTicket(null, unassigned) : takeNextTicket(null)).rejects.toThrow(
      /^Must be logged in as an agent/,
    )
  })

  it('refuses a ticket that you or another agent already has', async () => {
    const agent = await actor('agent')
    const ticket = await firstOf({ assignedTo: null })
    const mine = await claimTicket(agent, ticket)
    expect(mine).toMatchObject({ assigned_to: agent.id, status: 'in_progress' })
    await expect(claimTicket(agent, mine)).rejects.toThrow('Ticket is already assigned to you')
    // With a stale row the server refuses with the same text.
    await expect(claimTicket(agent, ticket)).rejects.toThrow('Ticket is already assigned to you')
    await expect(claimTicket(await actor('rival'), ticket)).rejects.toMatchObject({
      status: 409,
      message: 'Ticket is already assigned to Alex Agent',
    })
  })

  it('returns the most urgent, then oldest ticket as next, and null for an empty queue', async () => {
    const rival = await actor('rival')
    const queue = await readAll({ assignedTo: null, status: 'open', sort: 'priority' })
    const urgent = queue.filter(({ priority }) => priority === 'urgent')
    const oldest = Math.min(...urgent.map(({ created_at }) => Date.parse(created_at)))
    const next = await takeNextTicket(rival)
    expect(next).toMatchObject({ priority: 'urgent', assigned_to: rival.id, status: 'in_progress' })
    expect(Date.parse(next!.created_at)).toBe(oldest)
    const db = sql(workspace.stack)
    await db`update public.tickets set status = 'solved' where status = 'open'`
    await db.end()
    expect(await takeNextTicket(rival)).toBeNull()
  })
})

describe('bulk changes', () => {
  it('refuse single tickets, and can be undone', async () => {
    const agent = await actor('agent')
    const [mine] = await listTickets({ assignedTo: agent.id })
    const [theirs] = await listTickets({ assignedTo: ids.rival })
    const { batchId, results } = await bulkUpdateTickets([mine!.id, theirs!.id], {
      priority: 'low',
      add_tags: ['vip'],
    })
    expect(results.find(({ id }) => id === mine!.id)).toMatchObject({ ok: true })
    expect(results.find(({ id }) => id === theirs!.id)).toMatchObject({
      ok: false,
      code: 'ticket_forbidden',
      hint: 'Bo Busy',
    })
    expect(await readAll({ tag: 'vip' })).toMatchObject([{ id: mine!.id, priority: 'low' }])
    expect(await undoBulkUpdate(batchId)).toMatchObject([{ id: mine!.id, ok: true }])
    expect(await readAll({ tag: 'vip' })).toEqual([])
    expect((await listTickets({ assignedTo: agent.id }))[0]).toMatchObject({ priority: mine!.priority })
  })

  it('show in the active tickets, most urgent first and without solved ones', async () => {
    const agent = await actor('agent')
    const few = (await listTickets({ assignedTo: null, status: 'solved' })).slice(0, 12).map(({ id }) => id)
    await bulkUpdateTickets(few, { assigned_to: agent.id, status: 'pending' })
    const active = await listActiveTickets(agent.id, 10)
    expect(active).toHaveLength(10)
    const ranks = active.map(({ priority }) => priorityRank(priority))
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    const first = active[0]?.id ?? ''
    await bulkUpdateTickets([first], { status: 'solved' })
    expect((await listActiveTickets(agent.id, 10)).map(({ id }) => id)).not.toContain(first)
  })
})
