import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { orders, statuses } from './support/list-orders'

interface Row {
  id: string
  subject: string
  status: string
  [column: string]: unknown
}

const priorities = ['low', 'normal', 'medium', 'high', 'urgent']
const active = `status in ('open', 'in_progress', 'pending', 'on_hold')`
const tagged = (tag: string) => `id in (select ticket_id from public.ticket_tags where '${tag}' = any (tags))`

describe('list_tickets', () => {
  let people: TestUsers
  const ids: string[] = []

  async function list({ client }: TestUser, more: object = {}): Promise<Row[]> {
    const { data, error } = await client.rpc('list_tickets', more)
    if (error) throw new Error(`${error.code} ${error.message}`)
    return data as Row[]
  }
  const subjects = async (who: TestUser, more: object = {}) =>
    (await list(who, more)).map(({ subject }) => subject).sort()

  /** All pages of a list, read as the screens read them. */
  async function readPages(who: TestUser, filter: object, max_rows = 7): Promise<string[]> {
    const found: string[] = []
    let after: object = {}
    for (;;) {
      const page = await list(who, { ...filter, ...after, max_rows })
      found.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (page.length < max_rows || !last) return found
      after = { after: last }
    }
  }

  beforeAll(async () => {
    people = await createUsers()
    const { owner, otherCustomer, agent, otherAgent } = people
    await emptyTickets()
    for (let n = 0; n < 60; n++) {
      const id = await insertTicket(n % 4 ? owner : otherCustomer, {
        subject: String(n),
        status: statuses[n % 6]!,
        priority: priorities[(n * 7) % 5]!,
        assigned_to: n % 3 === 0 ? null : n % 3 === 1 ? agent.id : otherAgent.id,
      })
      ids.push(id)
      const tags = n % 5 === 0 ? ['vpn', `odd'${n % 2}`] : null
      if (tags) await db`update public.tickets set tags = ${tags} where id = ${id}`
      // Four tickets share each time, so the id decides.
      await db`update public.tickets set created_at = '2026-01-01Z'::timestamptz + ${n >> 2} * interval '1 hour',
        updated_at = '2026-02-01Z'::timestamptz + ${(n * 7) % 15} * interval '1 hour',
        waiting_since = ${n % 4 === 1 ? null : db`'2026-01-01Z'::timestamptz + ${(n * 11) % 13} * interval '1 hour'`}
        where id = ${id}`
    }
  }, 120_000)

  it.each(orders)('lists all pages without gaps or repeats: %s', async (_, order, column, sql) => {
    const { owner, agent } = people
    const filters: [object, string][] = [
      [{}, 'true'],
      [{ filter: { status: ['pending'] } }, `status = 'pending'`],
      [{ filter: { status: ['solved', 'closed'] } }, `status in ('solved', 'closed')`],
      [{ filter: { status: ['active'] } }, active],
      [
        { filter: { status: ['active', 'closed'], priority: ['high'] } },
        `status <> 'solved' and priority = 'high'`,
      ],
      [{ filter: { priority: ['urgent'] } }, `priority = 'urgent'`],
      [{ filter: { assignee: agent.id } }, `assigned_to = '${agent.id}'`],
      [
        { filter: { assignee: agent.id, status: ['open'] } },
        `assigned_to = '${agent.id}' and status = 'open'`,
      ],
      [{ filter: { unassigned: true } }, 'assigned_to is null'],
      [{ filter: { requester: owner.id } }, `customer_id = '${owner.id}'`],
      [
        { filter: { requester: owner.id, status: ['active'], unassigned: true } },
        `customer_id = '${owner.id}' and assigned_to is null and ${active}`,
      ],
      [{ filter: { tag: 'vpn' } }, tagged('vpn')],
      [
        { filter: { tag: `odd'1`, assignee: agent.id } },
        `${tagged(`odd''1`)} and assigned_to = '${agent.id}'`,
      ],
      [
        { filter: { tag: 'vpn', requester: owner.id, priority: ['low'] } },
        `${tagged('vpn')} and customer_id = '${owner.id}' and priority = 'low'`,
      ],
      [
        { filter: { tag: 'vpn', status: ['solved', 'closed'] } },
        `${tagged('vpn')} and status in ('solved', 'closed')`,
      ],
      [{ filter: { tag: 'vp' } }, 'false'],
    ]
    for (const [filter, where] of filters) {
      const only = column === 'waiting_since' ? ` and waiting_since is not null and ${active}` : ''
      // Tickets of one person have one name: they are sorted by time.
      const ofOne =
        (/requester/.test(JSON.stringify(filter)) && sql.includes('customer_id')) ||
        (/assignee|unassigned/.test(JSON.stringify(filter)) && sql.includes('assigned_to'))
      const direction = sql.includes('desc') ? 'desc' : 'asc'
      const by = ofOne ? `created_at ${direction}, id ${direction}` : sql
      const all = await db.unsafe(`select id from public.tickets where ${where}${only} order by ${by}`)
      const found = await readPages(agent, { ...order, ...filter })
      const expected = all.map(({ id }) => String(id))
      expect(found, JSON.stringify(filter)).toEqual(expected)
      const selected = await agent.client.rpc('list_ticket_ids', { ...order, ...filter })
      expect(selected.data, JSON.stringify(filter)).toEqual(expected)
    }
  })

  it('follows changes of a tagged ticket, and of its tags', async () => {
    const { agent, owner } = people
    const id = await insertTicket(owner, { subject: 'moves' })
    await db`update public.tickets set tags = ${['moving', 'moving', 'slow']} where id = ${id}`
    const open = { filter: { tag: 'moving', status: ['open'] } }
    expect(await subjects(agent, open)).toEqual(['moves'])
    await db`update public.tickets set status = 'pending', priority = 'urgent' where id = ${id}`
    expect(await subjects(agent, open)).toEqual([])
    expect(await subjects(agent, { filter: { tag: 'moving', priority: ['urgent'] } })).toEqual(['moves'])
    await people.admin.client.rpc('change_tag', { tag: 'moving', new_tag: 'moved' })
    expect(await subjects(agent, { filter: { tag: 'moving' } })).toEqual([])
    expect(await subjects(agent, { filter: { tag: 'moved' }, sort_by: 'waiting' })).toEqual(['moves'])
    await db`delete from public.tickets where id = ${id}`
    expect(await db`select from private.tagged_tickets where ticket_id = ${id}`).toHaveLength(0)
  })

  it('returns 1 to 100 rows, 50 by default', async () => {
    const { agent } = people
    expect(await list(agent)).toHaveLength(50)
    expect(await list(agent, { max_rows: 0 })).toHaveLength(1)
    expect(await list(agent, { max_rows: 1000 })).toHaveLength(60)
  })

  it('returns what a row shows, with the names and addresses of requester and assignee to staff', async () => {
    const { agent, admin, owner } = people
    for (const who of [agent, admin]) {
      const [row] = await list(who, { filter: { assignee: agent.id, requester: owner.id } })
      expect(row).toMatchObject({
        creator_name: 'Olive Owner',
        creator_email: owner.email,
        assignee_name: 'Ada Agent',
        assignee_email: agent.email,
        requester_name: 'Olive Owner',
        requester_email: owner.email,
        desk_tags: [],
        last_message_name: 'Olive Owner',
        last_message_from: 'requester',
        last_message_preview: 'Smoke comes out of the left side.',
      })
      expect(Number(row?.number)).toBeGreaterThan(1000)
      expect(row).not.toHaveProperty('tag_keys')
    }
    const [free] = await list(agent, { filter: { unassigned: true } })
    expect(free).toMatchObject({ assignee_name: null, assignee_email: null })
  })

  it('lists their own tickets to customers, with the name of the assignee and no address of staff', async () => {
    const { owner, otherCustomer, agent } = people
    const rows = await list(owner, { max_rows: 100 })
    expect(rows).toHaveLength(45)
    expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([owner.id]))
    expect(rows.find((row) => row.assigned_to === agent.id)).toMatchObject({
      creator_email: owner.email,
      assignee_name: 'Ada Agent',
      assignee_email: null,
      requester_email: owner.email,
      desk_tags: null,
    })
    expect(await subjects(owner, { filter: { requester: otherCustomer.id }, max_rows: 100 })).toHaveLength(45)
    const id = await insertTicket(owner, { subject: 'on behalf' })
    await db`update public.tickets set created_by = ${agent.id} where id = ${id}`
    const own = (await list(owner)).find((row) => row.id === id)
    expect(own).toMatchObject({
      creator_name: 'Ada Agent',
      creator_email: null,
      requester_name: 'Olive Owner',
      requester_email: owner.email,
    })
    await db`delete from public.tickets where id = ${id}`
  })

  it('lists tickets to customers by tags given at creation, not by tags of staff', async () => {
    const { owner, otherCustomer, agent } = people
    const row = { subject: 'given', description: 'Ten letters and more.', tags: ['mine'] }
    const { data } = await owner.client.from('tickets').insert(row).select('id').single()
    await db`update public.tickets set tags = ${['mine', 'hidden']} where id = ${String(data?.id)}`
    expect(await subjects(owner, { filter: { tag: 'mine' } })).toEqual(['given'])
    expect(await subjects(owner, { filter: { tag: 'hidden' } })).toEqual([])
    expect(await subjects(owner, { filter: { tag: 'vpn' } })).toEqual([])
    expect(await subjects(otherCustomer, { filter: { tag: 'mine' } })).toEqual([])
    expect(await subjects(agent, { filter: { tag: 'hidden' } })).toEqual(['given'])
    expect((await list(agent, { filter: { tag: 'hidden' } }))[0]).toMatchObject({
      desk_tags: ['mine', 'hidden'],
    })
    for (const found of [
      await list(owner, { filter: { tag: 'mine' } }),
      (await owner.client.rpc('search_tickets', { filter: { text: 'given' } })).data,
    ])
      expect(JSON.stringify(found)).not.toContain('hidden')
    await db`delete from public.tickets where id = ${String(data?.id)}`
  })

  it('treats filters as values, never as SQL', async () => {
    const evil = `x' or true --`
    expect(await list(people.agent, { filter: { tag: evil } })).toEqual([])
  })

  it('rejects unknown orders and visitors', async () => {
    for (const sort_by of ['description', null])
      expectError(await people.agent.client.rpc('list_tickets', { sort_by }), 'sort_invalid')
    expectForbidden(await people.visitor.rpc('list_tickets'))
    expectError(await people.owner.client.rpc('list_ticket_ids'), 'agent_required')
    expectForbidden(await people.visitor.rpc('list_ticket_ids'))
  })

  it('rejects deactivated staff', async () => {
    const { otherAgent } = people
    await db`update public.profiles set deactivated_at = now() where id = ${otherAgent.id}`
    expectError(await otherAgent.client.rpc('list_tickets'), 'not_authenticated', 'Not authenticated')
  })
})
