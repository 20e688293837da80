import { beforeAll, describe, expect, it } from 'vitest'
import {
  insertAttachment,
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

describe('ratings', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const rate = ({ client }: TestUser, ticket: string, values: object = { score: 5 }) =>
    client
      .from('ticket_ratings')
      .insert({ ticket_id: ticket, ...values })
      .select()

  it('are created once, by the customer of a solved or closed ticket', async () => {
    const { owner, agent, otherCustomer, admin } = people
    for (const status of ['solved', 'closed']) {
      const ticket = await insertTicket(owner, { status, assigned_to: agent.id })
      for (const who of [otherCustomer, agent, admin]) expectForbidden(await rate(who, ticket))
      const { data } = await rate(owner, ticket, { score: 4, comment: 'Nice' })
      expect(data).toMatchObject([{ agent_id: agent.id, customer_id: owner.id, score: 4 }])
      expect((await rate(owner, ticket)).error?.code).toBe('23505')
    }
  })

  it('reject staff, also as customers of the ticket', async () => {
    const { owner, agent, admin } = people
    for (const who of [agent, admin])
      for (const holder of [who, agent]) {
        const ticket = await insertTicket(who, { status: 'solved', assigned_to: holder.id })
        expectForbidden(await rate(who, ticket))
      }
    const ticket = await insertTicket(owner, { status: 'solved', assigned_to: agent.id })
    expectRows(await rate(owner, ticket, { score: 1 }), 1)
    await db`update public.tickets set customer_id = ${agent.id} where id = ${ticket}`
    await db`update public.ticket_ratings set customer_id = ${agent.id} where ticket_id = ${ticket}`
    const change = agent.client.from('ticket_ratings').update({ score: 5 }).eq('ticket_id', ticket)
    expectRows(await change.select(), 0)
  })

  it('reject active tickets, scores out of bounds and another agent', async () => {
    const { owner, agent } = people
    for (const status of ['open', 'in_progress', 'pending', 'on_hold'])
      expectForbidden(await rate(owner, await insertTicket(owner, { status })))
    const ticket = await insertTicket(owner, { status: 'solved' })
    for (const score of [0, 6]) expect((await rate(owner, ticket, { score })).error?.code).toBe('23514')
    expectForbidden(await rate(owner, ticket, { score: 5, agent_id: agent.id }))
  })

  it('are changed by the customer, visible to staff, hidden from others', async () => {
    const { owner, agent, otherCustomer } = people
    const ticket = await insertTicket(owner, { status: 'solved' })
    await rate(owner, ticket)
    const change = ({ client }: TestUser) =>
      client.from('ticket_ratings').update({ score: 1 }).eq('ticket_id', ticket).select()
    for (const who of [otherCustomer, agent]) expectRows(await change(who), 0)
    expectRows(await change(owner), 1)
    expectRows(await agent.client.from('ticket_ratings').select('*').eq('ticket_id', ticket), 1)
    expectRows(await otherCustomer.client.from('ticket_ratings').select('*').eq('ticket_id', ticket), 0)
    expectForbidden(await owner.client.from('ticket_ratings').delete().eq('ticket_id', ticket))
  })
})

describe('history', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const kinds = async ({ client }: TestUser, ticket: string) => {
    const { data } = await client.from('ticket_events').select('kind').eq('ticket_id', ticket)
    return (data ?? []).map((event: { kind: string }) => event.kind).sort()
  }

  it('logs actor, field, old and new value', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await agent.client.from('tickets').update({ status: 'pending', priority: 'high' }).eq('id', ticket)
    const events = await db`select kind, from_value, to_value, actor_id from public.ticket_events
      where ticket_id = ${ticket} and kind <> 'created' order by kind`
    expect([...events]).toEqual([
      { kind: 'priority', from_value: 'normal', to_value: 'high', actor_id: agent.id },
      { kind: 'status', from_value: 'open', to_value: 'pending', actor_id: agent.id },
    ])
  })

  it('hides events of notes and their files from customers, and contains no text of them', async () => {
    const { owner, agent, otherCustomer } = people
    const ticket = await insertTicket(owner)
    const note = await insertComment(agent, ticket, true)
    await insertAttachment(agent, ticket, note)
    await insertComment(agent, ticket)
    await agent.client.from('comments').update({ content: 'other secret' }).eq('id', note)
    await agent.client.from('comments').delete().eq('id', note)
    expect(await kinds(owner, ticket)).toEqual(['comment_added', 'created'])
    expect(await kinds(agent, ticket)).toEqual([
      'attachment_added',
      'attachment_deleted',
      'comment_added',
      'created',
      'note_added',
      'note_deleted',
      'note_edited',
    ])
    expect(await kinds(otherCustomer, ticket)).toEqual([])
    expect(
      await db`select 1 from public.ticket_events e where ticket_id = ${ticket} and e::text ~ 'secret'`,
    ).toHaveLength(0)
  })

  it('hides tags set by staff from customers', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    const change = agent.client.from('tickets').update({ tags: ['difficult'], priority: 'high' })
    expectRows(await change.eq('id', ticket).select('id'), 1)
    expect(await kinds(owner, ticket)).toEqual(['created', 'priority'])
    expect(await kinds(agent, ticket)).toEqual(['created', 'priority', 'tags'])
  })

  it('is written by triggers only', async () => {
    const { admin, owner } = people
    const ticket = await insertTicket(owner)
    const table = admin.client.from('ticket_events')
    expectForbidden(await table.insert({ ticket_id: ticket, kind: 'rated' }))
    expectForbidden(await table.update({ kind: 'rated' }).eq('ticket_id', ticket))
    expectForbidden(await table.delete().eq('ticket_id', ticket))
  })
})
