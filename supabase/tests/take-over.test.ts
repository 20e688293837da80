import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  insertTicket,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const takeOver = ({ client }: Pick<TestUser, 'client'>, ticket: string, more: object = {}) =>
  client.rpc('take_over_ticket', { ticket_id: ticket, ...more })
const assign = ({ client }: Pick<TestUser, 'client'>, ticket: string, assignee: string | null) =>
  client.rpc('assign_ticket', { ticket_id: ticket, assignee })
const row = async (id: string) =>
  (await db`select assigned_to, status from public.tickets where id = ${id}`)[0]
const held = (who: TestUser, more: object = {}) =>
  insertTicket(people.owner, { assigned_to: who.id, ...more })

describe('take_over_ticket', () => {
  it('assigns the ticket to the caller, and sets an open one in progress', async () => {
    const { agent, otherAgent } = people
    const [open, pending] = [await held(otherAgent), await held(otherAgent, { status: 'pending' })]
    expect((await takeOver(agent, open)).data).toMatchObject({ assigned_to: agent.id, status: 'in_progress' })
    expect((await takeOver(agent, pending)).data).toMatchObject({ assigned_to: agent.id, status: 'pending' })
  })

  it('shows the reason to staff alone, in the history and in a mail to the previous assignee', async () => {
    const { agent, otherAgent, owner } = people
    const ticket = await held(otherAgent)
    expect((await takeOver(agent, ticket, { reason: '  You are away ' })).error).toBeNull()
    const events = ({ client }: TestUser) =>
      client.from('ticket_events').select('kind, from_value, to_value').eq('ticket_id', ticket).order('kind')
    const taken = { kind: 'taken_over', from_value: otherAgent.id, to_value: 'You are away' }
    const moved = { kind: 'assigned_to', from_value: otherAgent.id, to_value: agent.id }
    expect((await events(agent)).data).toEqual(expect.arrayContaining([moved, taken]))
    expect((await events(owner)).data?.map(({ kind }) => kind)).not.toContain('taken_over')
    const mails = await db`select kind, recipient_id, excerpt from public.notification_outbox
      where ticket_id = ${ticket} order by kind`
    expect([...mails]).toEqual([
      { kind: 'status', recipient_id: owner.id, excerpt: 'in_progress' },
      { kind: 'taken_over', recipient_id: otherAgent.id, excerpt: 'You are away' },
    ])
  })

  it('has one winner when two agents take the ticket at once', async () => {
    const { agent, otherAgent, admin } = people
    const ticket = await held(admin)
    const from_assignee = admin.id
    const answers = await Promise.all(
      [agent, otherAgent].map((who) => takeOver(who, ticket, { from_assignee })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0]?.error ? 'Rick Rival' : 'Ada Agent'
    const lost = answers.find(({ error }) => error)
    if (lost) expectError(lost, 'ticket_already_assigned', `Ticket is already assigned to ${winner}`)
  })

  it('takes an unassigned ticket too, and rejects one that is the caller’s', async () => {
    const { agent, otherAgent } = people
    const ticket = await insertTicket(people.owner)
    expect((await takeOver(agent, ticket, { from_assignee: otherAgent.id })).error).toBeNull()
    expectError(await takeOver(agent, ticket), 'ticket_already_yours')
  })

  it('rejects customers, visitors, missing tickets and long reasons', async () => {
    const { agent, otherAgent, owner, visitor } = people
    const ticket = await held(otherAgent)
    expectError(await takeOver(owner, ticket), 'agent_required')
    expectForbidden(await takeOver({ client: visitor }, ticket))
    expectError(await takeOver(agent, randomUUID()), 'ticket_not_found')
    expectError(await takeOver(agent, ticket, { reason: 'x'.repeat(301) }), 'reason_too_long')
    expect((await takeOver(agent, ticket, { reason: 'x'.repeat(300) })).error).toBeNull()
  })
})

describe('assign_ticket', () => {
  it('assigns an unassigned ticket to a colleague, who gets a mail', async () => {
    const { agent, otherAgent } = people
    const ticket = await insertTicket(people.owner)
    expect((await assign(agent, ticket, otherAgent.id)).data).toMatchObject({
      assigned_to: otherAgent.id,
      status: 'in_progress',
    })
    const mails = await db`select recipient_id from public.notification_outbox
      where ticket_id = ${ticket} and kind = 'assigned'`
    expect([...mails]).toEqual([{ recipient_id: otherAgent.id }])
  })

  it('lets agents pass on and return their own tickets, and admins any ticket', async () => {
    const { agent, otherAgent, admin } = people
    const ticket = await held(agent, { status: 'pending' })
    expect((await assign(agent, ticket, otherAgent.id)).data).toMatchObject({ status: 'pending' })
    expect((await assign(admin, ticket, agent.id)).error).toBeNull()
    expect((await assign(agent, ticket, null)).error).toBeNull()
    expect(await row(ticket)).toEqual({ assigned_to: null, status: 'pending' })
  })

  it('answers 409 with the assignee when somebody was faster', async () => {
    const { agent, otherAgent, admin } = people
    const ticket = await insertTicket(people.owner)
    const answers = await Promise.all([assign(agent, ticket, admin.id), assign(otherAgent, ticket, admin.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ error }) => error)
    if (lost) expectError(lost, 'ticket_already_assigned', 'Ticket is already assigned to Amy Admin')
  })

  it('rejects colleagues’ tickets, customers as assignees or callers, and missing tickets', async () => {
    const { agent, otherAgent, owner, visitor } = people
    const [free, theirs] = [await insertTicket(owner), await held(otherAgent)]
    expectError(await assign(agent, theirs, agent.id), 'ticket_already_assigned')
    expectError(await assign(agent, free, owner.id), 'assignee_invalid')
    expectError(await assign(owner, free, agent.id), 'agent_required')
    expectForbidden(await assign({ client: visitor }, free, agent.id))
    expectError(await assign(agent, randomUUID(), agent.id), 'ticket_not_found')
    expect(await row(free)).toEqual({ assigned_to: null, status: 'open' })
  })
})

describe('bulk', () => {
  const bulk = ({ client }: TestUser, ids: string[], change: object) =>
    client.rpc('bulk_update_tickets', { ticket_ids: ids, change })

  it('takes tickets over with a reason, and leaves the caller’s own alone', async () => {
    const { agent, otherAgent } = people
    const ids = [await held(otherAgent), await insertTicket(people.owner), await held(agent)]
    const { data } = await bulk(agent, ids, { take_over: true, reason: 'Holiday', priority: 'high' })
    expect(data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true])
    const rows = await db`select 1 from public.tickets
      where id = any (${ids}) and assigned_to = ${agent.id} and priority = 'high'`
    expect(rows).toHaveLength(3)
  })

  it('assigns unassigned tickets to a colleague and sets them in progress', async () => {
    const { agent, otherAgent } = people
    const ticket = await insertTicket(people.owner)
    await bulk(agent, [ticket], { assigned_to: otherAgent.id })
    expect(await row(ticket)).toEqual({ assigned_to: otherAgent.id, status: 'in_progress' })
  })

  it.each([
    ['take_over and an assignee', { take_over: true, assigned_to: null }],
    ['take_over: false', { take_over: false }],
    ['a reason alone', { reason: 'x' }],
  ])('rejects %s', async (_, change) => {
    expectError(await bulk(people.agent, [randomUUID()], change), 'bulk_change_invalid')
  })
})
