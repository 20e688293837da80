import type { Role } from '@helpdesk/auth'
import { sql } from '@helpdesk/testing'
import { startDesk, type Desk } from '@helpdesk/testing/browser-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priorityRank } from '@helpdesk/tickets/model/priorities'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { bulkUpdateTickets } from './bulk-update-tickets'
import { claimTicket } from './claim-ticket'
import { listActiveTickets } from '@helpdesk/tickets/api/list-active-tickets'
import { listTickets, type TicketListFilter } from '@helpdesk/tickets/api/list-tickets'
import { listPeople } from './list-people'
import { takeNextTicket } from './take-next-ticket'
import { undoBulkUpdate } from './undo-bulk-update'

const people = {
  customer: {},
  agent: { role: 'agent', name: 'Alex Agent' },
  rival: { role: 'agent', name: 'Bo Busy' },
  admin: { role: 'admin' },
} as const
let desk: Desk<keyof typeof people>
let ids: (typeof desk)['ids']
const signIn = (who: keyof typeof people) => desk.signIn(who)
const mail = (who: keyof typeof people) => desk.mail(who)
const actor = async (who: 'agent' | 'rival' | 'admin') =>
  ({ id: await signIn(who), role: who === 'admin' ? 'admin' : 'agent' }) as const

/** Every page of a list, one after the other. */
async function all(filter: TicketListFilter): Promise<TicketSummary[]> {
  const rows: TicketSummary[] = []
  for (;;) {
    const page = await listTickets(filter, rows.at(-1))
    rows.push(...page)
    if (page.length < 50) return rows
  }
}

beforeAll(async () => {
  desk = await startDesk(people)
  ids = desk.ids
  const db = sql(desk.stack)
  // 120 of them, forty to an instant, so that a page ends in the middle of one.
  await db`insert into public.tickets (subject, description, created_by, customer_id, priority, tags, created_at)
    select 'Row ' || n, 'Ten characters', ${ids.customer}, ${ids.customer},
      (array['urgent', 'high', 'medium', 'normal', 'low'])[1 + n % 5],
      case when n % 10 = 0 then array['billing'] end, now() - (n / 40) * interval '1 second'
    from generate_series(1, 120) n`
  await db.end()
}, 90_000)
afterAll(() => desk?.stop())

describe('lists against the real backend', () => {
  it.each([
    ['created_at', false],
    ['created_at', true],
    ['priority', false],
    ['priority', true],
  ] as const)('page by keyset without a gap or a double: %s, ascending %s', async (sort, ascending) => {
    await signIn('agent')
    for (const search of [undefined, 'row']) {
      const rows = await all({ assignedTo: null, sort, ascending, search })
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
    const tagged = await all({ tag: 'billing' })
    expect(tagged).toHaveLength(12)
    expect(await all({ tag: 'billing', priority: 'urgent', status: 'open', search: 'ROW' })).toHaveLength(12)
    expect(await all({ tag: 'billing', priority: 'low' })).toEqual([])
    expect(await all({ tag: 'nothing' })).toEqual([])
  })

  it('look people up by id, several in one request', async () => {
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

describe('the ticket store errors of section 8', () => {
  it.each([
    ['claim', 'Must be logged in as an agent to assign tickets'],
    ['next', 'Must be logged in as an agent to view queue'],
  ] as const)('a customer, %s: in the browser and past it', async (command, text) => {
    const id = await signIn('customer')
    const ticket = await firstOf({ customerId: id })
    const commands = {
      claim: (role: Role) => claimTicket({ id, role }, ticket),
      next: (role: Role) => takeNextTicket({ id, role }),
    }
    // The second goes to the server, where a made-up role counts for nothing.
    await expect(commands[command]('customer')).rejects.toThrow(text)
    await expect(commands[command]('agent')).rejects.toThrow(text)
  })

  it.each(['claim', 'next'])('nobody signed in, %s', async (command) => {
    const lone = { id: '00000000-0000-4000-8000-0000000000f1', assigned_to: null }
    await expect(command === 'claim' ? claimTicket(null, lone) : takeNextTicket(null)).rejects.toThrow(
      /^Must be logged in as an agent/,
    )
  })

  it("a ticket of one's own, and one that somebody else has", async () => {
    const agent = await actor('agent')
    const ticket = await firstOf({ assignedTo: null })
    const mine = await claimTicket(agent, ticket)
    expect(mine).toMatchObject({ assigned_to: agent.id, status: 'in_progress' })
    await expect(claimTicket(agent, mine)).rejects.toThrow('Ticket is already assigned to you')
    // A list that is out of date: the server says the same.
    await expect(claimTicket(agent, ticket)).rejects.toThrow('Ticket is already assigned to you')
    await expect(claimTicket(await actor('rival'), ticket)).rejects.toMatchObject({
      status: 409,
      message: 'Ticket is already assigned to Alex Agent',
    })
  })

  it('the next ticket is the most urgent, then the oldest; null when the queue is empty', async () => {
    const rival = await actor('rival')
    const queue = await all({ assignedTo: null, status: 'open', sort: 'priority' })
    const urgent = queue.filter(({ priority }) => priority === 'urgent')
    const oldest = Math.min(...urgent.map(({ created_at }) => Date.parse(created_at)))
    const next = await takeNextTicket(rival)
    expect(next).toMatchObject({ priority: 'urgent', assigned_to: rival.id, status: 'in_progress' })
    expect(Date.parse(next!.created_at)).toBe(oldest)
    const db = sql(desk.stack)
    await db`update public.tickets set status = 'solved' where status = 'open'`
    await db.end()
    expect(await takeNextTicket(rival)).toBeNull()
  })
})

describe('many tickets in one call', () => {
  it('refuse row by row, and take back what was done', async () => {
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
      message: 'You do not have permission to update this ticket',
    })
    expect(await all({ tag: 'vip' })).toMatchObject([{ id: mine!.id, priority: 'low' }])
    expect(await undoBulkUpdate(batchId)).toMatchObject([{ id: mine!.id, ok: true }])
    expect(await all({ tag: 'vip' })).toEqual([])
    expect((await listTickets({ assignedTo: agent.id }))[0]).toMatchObject({ priority: mine!.priority })
  })

  it('put what one has in hand on the dashboard, most urgent first, and nothing that is done', async () => {
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
