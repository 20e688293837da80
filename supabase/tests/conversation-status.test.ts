import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  type TestUser,
  insertTicket,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const write = ({ client }: TestUser, ticket_id: string, more: object = {}) =>
  client.from('comments').insert({ ticket_id, content: 'It is back', ...more })
const reply = ({ client }: TestUser, ticket: string, more: object = {}) =>
  client.rpc('send_reply', { ticket_id: ticket, content: 'Please try again.', ...more })
const row = async (id: string) =>
  (await db`select status, assigned_to, resolved_at from public.tickets where id = ${id}`)[0]
const queued = async (ticket: string) => [
  ...(await db`select kind, recipient_id, excerpt from public.notification_outbox where ticket_id = ${ticket} order by kind`),
]

describe('a comment of the requester', () => {
  it.each(['pending', 'solved', 'closed'])('reopens a %s ticket', async (status) => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status })
    expect((await write(owner, ticket)).error).toBeNull()
    expect(await row(ticket)).toEqual({ status: 'open', assigned_to: agent.id, resolved_at: null })
    const events = await db`select from_value, to_value, actor_id from public.ticket_events
      where ticket_id = ${ticket} and kind = 'status'`
    expect([...events]).toEqual([{ from_value: status, to_value: 'open', actor_id: owner.id }])
    expect(await queued(ticket)).toEqual([
      { kind: 'reopened', recipient_id: agent.id, excerpt: 'It is back' },
    ])
  })

  it.each(['solved', 'closed'])(
    'is not needed to reopen a %s ticket, which notifies the assignee',
    async (status) => {
      const { owner, agent, admin } = people
      const ticket = await insertTicket(owner, { assigned_to: agent.id, status })
      const reopen = ({ client }: TestUser) =>
        client.from('tickets').update({ status: 'open' }).eq('id', ticket).throwOnError()
      await reopen(owner)
      expect(await queued(ticket)).toEqual([{ kind: 'reopened', recipient_id: agent.id, excerpt: null }])
      // An assignee who reopens it does not write to themselves, an admin writes to the customer.
      await db`delete from public.notification_outbox where ticket_id = ${ticket}`
      await db`update public.tickets set status = ${status} where id = ${ticket}`
      await reopen(admin)
      expect((await queued(ticket)).map(({ kind }) => kind)).toEqual(['status'])
    },
  )

  it('notifies nobody of an unassigned ticket that is reopened', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner, { status: 'solved' })
    await owner.client.from('tickets').update({ status: 'open' }).eq('id', ticket).throwOnError()
    expect(await queued(ticket)).toEqual([])
  })

  it('stops to notify of a ticket that is reopened again and again', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'solved' })
    await db`insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, created_at)
      select ${ticket}, ${owner.id}, 'status', 'solved', 'open', now() - n * interval '1 minute' from generate_series(1, 20) n`
    await owner.client.from('tickets').update({ status: 'open' }).eq('id', ticket).throwOnError()
    expect(await queued(ticket)).toEqual([])
  })

  it.each(['open', 'in_progress', 'on_hold'])('leaves a ticket %s', async (status) => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status })
    await write(owner, ticket)
    expect((await row(ticket))?.status).toBe(status)
    expect((await queued(ticket)).map(({ kind }) => kind)).toEqual(['comment'])
  })

  it('returns the ticket of a former agent to the queue', async () => {
    const { owner, otherAgent, admin } = people
    const ticket = await insertTicket(owner, { assigned_to: otherAgent.id, status: 'solved' })
    await admin.client.rpc('set_user_active', { target: otherAgent.id, active: false })
    await write(owner, ticket)
    expect(await row(ticket)).toMatchObject({ status: 'open', assigned_to: null })
    await admin.client.rpc('set_user_active', { target: otherAgent.id, active: true })
  })

  it('reopens nothing when it is imported', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner, { status: 'solved' })
    await insertComment(owner, ticket)
    expect((await row(ticket))?.status).toBe('solved')
  })

  it('cannot reopen a ticket of somebody else', async () => {
    const { owner, otherCustomer } = people
    const ticket = await insertTicket(owner, { status: 'closed' })
    expect((await write(otherCustomer, ticket)).error?.code).toBe('42501')
    expect((await row(ticket))?.status).toBe('closed')
  })
})

describe('a public reply by staff', () => {
  it('takes an unassigned ticket, and tells the customer in one mail', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    const { data } = await reply(agent, ticket)
    expect(data).toMatchObject({
      comment: { user_id: agent.id },
      ticket: { assigned_to: agent.id, status: 'in_progress' },
    })
    expect((await queued(ticket)).map(({ kind }) => kind)).toEqual(['reply'])
  })

  it('takes it with the chosen status', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    const { data } = await reply(agent, ticket, { new_status: 'solved' })
    expect(data.ticket).toMatchObject({ assigned_to: agent.id, status: 'solved' })
  })

  it('takes it also when it is inserted as a comment', async () => {
    const { owner, admin } = people
    const ticket = await insertTicket(owner, { status: 'pending' })
    await write(admin, ticket)
    expect(await row(ticket)).toMatchObject({ assigned_to: admin.id, status: 'pending' })
  })

  it('leaves a colleague’s ticket with the colleague', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: otherAgent.id })
    expect((await reply(agent, ticket)).error).toBeNull()
    expect(await row(ticket)).toMatchObject({ assigned_to: otherAgent.id, status: 'open' })
  })

  it('takes nothing as a note, as a requester, or in an import', async () => {
    const { owner, agent } = people
    const [noted, own, imported] = [
      await insertTicket(owner),
      await insertTicket(agent),
      await insertTicket(owner),
    ]
    await reply(agent, noted, { is_internal: true })
    await reply(agent, own)
    await insertComment(agent, imported)
    for (const id of [noted, own, imported]) expect((await row(id))?.assigned_to).toBeNull()
  })

  it('has one winner when two agents reply at once', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    const answers = await Promise.all([agent, otherAgent].map((who) => reply(who, ticket)))
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    const taken =
      await db`select 1 from public.ticket_events where ticket_id = ${ticket} and kind = 'assigned_to'`
    expect(taken).toHaveLength(1)
  })
})

describe('get_report', () => {
  it('counts reopened tickets, without changes that were undone', async () => {
    const { owner, agent, admin } = people
    const day = new Date().toISOString().slice(0, 10)
    const reopened = async () =>
      (await admin.client.rpc('get_report', { from_day: day, to_day: day })).data.reopened
    const before = await reopened()
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'closed' })
    await write(owner, ticket)
    await agent.client.from('tickets').update({ status: 'solved' }).eq('id', ticket)
    await agent.client.rpc('undo_last_change')
    expect(await reopened()).toBe(before + 1)
  })
})
