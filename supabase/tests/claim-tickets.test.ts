import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

describe('claiming tickets', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  // Empties the queue.
  beforeEach(
    async () => void (await db`update public.tickets set status = 'closed' where assigned_to is null`),
  )
  const claim = ({ client }: Pick<TestUser, 'client'>, ticket: string) =>
    client.rpc('claim_ticket', { ticket_id: ticket })
  const next = ({ client }: Pick<TestUser, 'client'>) => client.rpc('next_ticket')

  it.each(['agent', 'admin'] as const)(
    'claim_ticket: assigns the ticket to an %s and sets it in progress',
    async (who) => {
      const ticket = await insertTicket(people.owner)
      const { data, error } = await claim(people[who], ticket)
      expect(error).toBeNull()
      expect(data).toMatchObject({
        id: ticket,
        assigned_to: people[who].id,
        status: 'in_progress',
        version: 2,
      })
    },
  )

  const assignToSelf = ({ client, id }: TestUser, ticket: string, change = {}) =>
    client
      .from('tickets')
      .update({ assigned_to: id, ...change })
      .eq('id', ticket)
      .select()

  it.each(['agent', 'admin'] as const)('an update that assigns to the %s is a claim, once', async (who) => {
    const ticket = await insertTicket(people.owner)
    const claimed = await assignToSelf(people[who], ticket)
    expect(claimed).toMatchObject({
      error: null,
      data: [{ assigned_to: people[who].id, status: 'in_progress' }],
    })
    const again = await assignToSelf(people[who], ticket)
    expect(again).toMatchObject({ status: 409, error: { message: 'Ticket is already assigned to you' } })
    // with another change it is no second claim
    const solved = await assignToSelf(people[who], ticket, { status: 'solved' })
    expect(solved).toMatchObject({ error: null, data: [{ status: 'solved' }] })
  })

  it('an update that assigns to the caller keeps a status that it names, and done tickets done', async () => {
    const { agent, otherAgent, owner } = people
    const pending = await insertTicket(owner)
    expect((await assignToSelf(agent, pending, { status: 'pending' })).data).toMatchObject([
      { status: 'pending' },
    ])
    const solved = await insertTicket(owner, { status: 'solved' })
    expect((await assignToSelf(agent, solved)).data).toMatchObject([
      { status: 'solved', assigned_to: agent.id },
    ])
    const theirs = await insertTicket(owner)
    expectError(await assignToSelf(owner, theirs), 'ticket_forbidden')
    const held = await insertTicket(owner, { assigned_to: otherAgent.id })
    expectError(await assignToSelf(agent, held), 'ticket_forbidden')
  })

  it('claim_ticket: answers 409 with the assignee when somebody was faster', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    const answers = await Promise.all([claim(agent, ticket), claim(otherAgent, ticket)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ error }) => error)
    const holder = answers[0]?.error ? 'Rick Rival' : 'Ada Agent'
    if (lost) expectError(lost, 'ticket_already_assigned', `Ticket is already assigned to ${holder}`)
    const winner = answers[0]?.error ? otherAgent : agent
    const again = await claim(winner, ticket)
    expectError(again, 'ticket_already_yours', 'Ticket is already assigned to you')
    expect(again.status).toBe(409)
  })

  it('claim_ticket: rejects customers, visitors and missing tickets', async () => {
    const { owner, agent, visitor } = people
    const ticket = await insertTicket(owner)
    expectError(
      await claim(owner, ticket),
      'agent_required',
      'Must be logged in as an agent to assign tickets',
    )
    expectForbidden(await claim({ client: visitor }, ticket))
    expectError(await claim(agent, randomUUID()), 'ticket_not_found')
    const [row] = await db`select assigned_to from public.tickets where id = ${ticket}`
    expect(row?.assigned_to).toBeNull()
  })

  it('next_ticket: gives concurrent callers different tickets, and none when the queue is empty', async () => {
    const { owner, agent, otherAgent } = people
    const [normal, urgent] = [await insertTicket(owner), await insertTicket(owner, { priority: 'urgent' })]
    await insertTicket(owner, { status: 'pending' })
    const [first, second] = await Promise.all([next(agent), next(otherAgent)])
    const taken = [first.data, second.data].map((rows: { id: string }[] | null) => rows?.[0]?.id)
    expect(taken.sort()).toEqual([normal, urgent].sort())
    expectRows(await next(agent), 0)
  })

  it('next_ticket: skips a ticket that somebody else is claiming', async () => {
    const { owner, agent } = people
    const free = await insertTicket(owner)
    const locked = await insertTicket(owner, { priority: 'urgent' })
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${locked} for update`
      expect((await next(agent)).data).toMatchObject([{ id: free }])
    })
  })

  it('next_ticket: skips a ticket that a colleague answers, for the seconds of an undo', async () => {
    const { owner, agent, otherAgent } = people
    const [answered, free] = [await insertTicket(owner, { priority: 'urgent' }), await insertTicket(owner)]
    await db`update public.workspace_settings set undo_send_seconds = 60`
    const reply = { ticket_id: answered, content: 'We look into it.' }
    const { error } = await otherAgent.client.rpc('queue_reply', reply)
    await db`update public.workspace_settings set undo_send_seconds = default`
    expect(error).toBeNull()
    expect((await next(agent)).data).toMatchObject([{ id: free }])
    expect((await next(agent)).data).toEqual([])
    // Taken back, it is nobody's again.
    await otherAgent.client.from('comments').delete().eq('ticket_id', answered).throwOnError()
    expect((await next(agent)).data).toMatchObject([{ id: answered }])
  })

  it('next_ticket: claims urgent tickets first', async () => {
    const { owner, agent } = people
    await insertTicket(owner)
    const urgent = await insertTicket(owner, { priority: 'urgent' })
    expect((await next(agent)).data).toMatchObject([
      { id: urgent, assigned_to: agent.id, status: 'in_progress' },
    ])
  })

  it('next_ticket: claims the oldest ticket within a priority', async () => {
    const { owner, agent } = people
    const [newest, oldest, middle] = [
      await insertTicket(owner),
      await insertTicket(owner),
      await insertTicket(owner),
    ]
    await db`update public.tickets set created_at = now() - interval '2 hours' where id = ${oldest}`
    await db`update public.tickets set created_at = now() - interval '1 hour' where id = ${middle}`
    for (const id of [oldest, middle, newest]) expect((await next(agent)).data).toMatchObject([{ id }])
  })

  it('next_ticket: rejects customers and visitors', async () => {
    expectError(await next(people.owner), 'agent_required', 'Must be logged in as an agent to view queue')
    expectForbidden(await next({ client: people.visitor }))
  })
})
