import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { searchTickets } from './support/found-tickets'
import { emptyTickets } from './support/empty-tickets'

describe('unread tickets', () => {
  let people: TestUsers
  beforeAll(async () => {
    // Counts stop at 1,000, and other files leave more tickets.
    await emptyTickets()
    people = await createUsers()
  })

  /** `unread` of a ticket, as a list and a search show it to the caller. */
  async function unread({ client }: TestUser, subject: string): Promise<boolean> {
    const found = await searchTickets(client, { text: subject })
    const { data } = await client.rpc('list_tickets', { max_rows: 100 })
    const row = data.find((each: { subject: string }) => each.subject === subject)
    expect(found[0]).toMatchObject({ subject, unread: row.unread })
    return row.unread
  }
  const read = ({ client }: TestUser, ticket_id: string, read_until?: string) =>
    client.rpc('mark_ticket_read', { ticket_id, read_until })
  const marks = (ticket: string) => db`select user_id from private.ticket_reads where ticket_id = ${ticket}`
  async function ticket(values: Parameters<typeof insertTicket>[1] = {}) {
    const subject = `unread${randomUUID().slice(0, 8)}`
    return { subject, id: await insertTicket(people.owner, { ...values, subject }) }
  }

  it('are those with a message of somebody else since the reader opened them', async () => {
    const { owner, agent, otherAgent } = people
    const { id, subject } = await ticket({ assigned_to: agent.id })
    expect([await unread(owner, subject), await unread(agent, subject)]).toEqual([false, true])
    expect((await read(agent, id)).error).toBeNull()
    expect([await unread(agent, subject), await unread(otherAgent, subject)]).toEqual([false, true])
    await insertComment(agent, id)
    expect([await unread(owner, subject), await unread(agent, subject)]).toEqual([true, false])
    await insertComment(owner, id)
    expect([await unread(owner, subject), await unread(agent, subject)]).toEqual([false, true])
  })

  it('never count notes, for anyone', async () => {
    const { owner, agent, otherAgent } = people
    const { id, subject } = await ticket()
    await read(agent, id)
    await insertComment(otherAgent, id, true)
    expect([await unread(owner, subject), await unread(agent, subject)]).toEqual([false, false])
  })

  it('stay unread for a message that arrived after the page was loaded', async () => {
    const { owner, agent } = people
    const { id, subject } = await ticket()
    const { data } = await agent.client.rpc('get_ticket_detail', { ticket_id: id })
    await insertComment(owner, id)
    await read(agent, id, data.loaded_at)
    expect(await unread(agent, subject)).toBe(true)
    const again = await agent.client.rpc('get_ticket_detail', { ticket_id: id })
    expect(Date.parse(again.data.staff.last_read_at)).toBe(Date.parse(data.loaded_at))
    // An older page moves the mark no further back.
    await read(agent, id)
    await read(agent, id, '2020-01-01T00:00:00Z')
    expect(await unread(agent, subject)).toBe(false)
  })

  it('can be marked by hand, until they are opened again', async () => {
    const { owner, agent } = people
    const { id, subject } = await ticket({ assigned_to: agent.id })
    await insertComment(agent, id)
    expect(await unread(agent, subject)).toBe(false)
    expect((await agent.client.rpc('mark_ticket_unread', { ticket_id: id })).error).toBeNull()
    expect([await unread(agent, subject), await unread(owner, subject)]).toEqual([true, true])
    const { data } = await agent.client.rpc('count_queues')
    expect(data).toMatchObject({ agents_update: 'own', unread: data.unread })
    expect(data.unread).toBeGreaterThan(0)
    await read(agent, id)
    expect(await unread(agent, subject)).toBe(false)
    expect((await agent.client.rpc('count_queues')).data.unread).toBe(data.unread - 1)
  })

  it('do not include what happened before the reader joined', async () => {
    const { id, subject } = await ticket()
    await db`update public.tickets set last_message_at = now() - interval '1 year' where id = ${id}`
    expect(await unread(people.agent, subject)).toBe(false)
    await read(people.agent, id)
    expect(await marks(id)).toHaveLength(0)
  })

  it('keep marks of 90 days', async () => {
    const { agent } = await createUsers()
    const [old, hand, recent] = [await ticket(), await ticket(), await ticket()]
    await db`update public.profiles set created_at = now() - interval '1 year' where id = ${agent.id}`
    for (const [id, by_hand, age] of [
      [old.id, false, '100 days'],
      [hand.id, true, '100 days'],
    ] as const)
      await db`insert into private.ticket_reads (user_id, ticket_id, read_at, is_unread)
        values (${agent.id}, ${id}, now() - ${age}::interval, ${by_hand})`
    await read(agent, recent.id)
    expect([...(await marks(old.id)), ...(await marks(hand.id)), ...(await marks(recent.id))]).toHaveLength(2)
    const [row] =
      await db`select now() - at < interval '91 days' as moved from private.read_before where user_id = ${agent.id}`
    expect(row?.moved).toBe(true)
  })

  it('count as "mine" and "waiting" while active, and as "unassigned" without an assignee', async () => {
    const { admin } = people
    const before = (await admin.client.rpc('count_queues')).data
    await ticket({ assigned_to: admin.id })
    const answered = await ticket({ assigned_to: admin.id, status: 'pending' })
    await db`update public.tickets set waiting_since = null where id = ${answered.id}`
    await ticket({ assigned_to: admin.id, status: 'solved' })
    await ticket()
    const { data } = await admin.client.rpc('count_queues')
    expect(data).toMatchObject({
      unassigned: before.unassigned + 1,
      mine: before.mine + 2,
      waiting: before.waiting + 1,
      unread: before.unread + 2,
    })
  })

  it('can be marked only by those who see them', async () => {
    const { otherCustomer, owner, visitor } = people
    const { id } = await ticket()
    for (const name of ['mark_ticket_read', 'mark_ticket_unread']) {
      expectError(await otherCustomer.client.rpc(name, { ticket_id: id }), 'ticket_not_found')
      expectError(await owner.client.rpc(name, { ticket_id: randomUUID() }), 'ticket_not_found')
      expectForbidden(await visitor.rpc(name, { ticket_id: id }))
    }
    expect(await marks(id)).toHaveLength(0)
    expect((await owner.client.rpc('mark_ticket_unread', { ticket_id: id })).error).toBeNull()
    expect(await marks(id)).toHaveLength(1)
  })

  it('tell a customer nothing about others who read them', async () => {
    const { owner, agent, admin } = people
    const { id, subject } = await ticket({ assigned_to: agent.id })
    const seen = async () =>
      JSON.stringify([
        (await owner.client.rpc('get_ticket_detail', { ticket_id: id })).data.ticket,
        (await owner.client.rpc('list_tickets', {})).data.find((row: { id: string }) => row.id === id),
        (await owner.client.from('tickets').select('version,updated_at').eq('id', id)).data,
        await unread(owner, subject),
      ])
    const before = await seen()
    for (const who of [agent, admin]) {
      await read(who, id)
      await who.client.rpc('mark_ticket_unread', { ticket_id: id })
    }
    expect(await seen()).toBe(before)
    expectError(await owner.client.rpc('count_queues'), 'agent_required')
  })
})
