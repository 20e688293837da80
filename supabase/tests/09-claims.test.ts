import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cast,
  type Cast,
  db,
  expectForbidden,
  expectRefusal,
  expectRows,
  type Person,
  ticketOf,
} from './support/world'

describe('taking tickets', () => {
  let people: Cast
  beforeAll(async () => void (people = await cast()))
  // An empty queue to start from.
  beforeEach(
    async () => void (await db`update public.tickets set status = 'closed' where assigned_to is null`),
  )
  const claim = ({ client }: Pick<Person, 'client'>, ticket: string) =>
    client.rpc('claim_ticket', { ticket_id: ticket })
  const next = ({ client }: Pick<Person, 'client'>) => client.rpc('next_ticket')

  it.each(['agent', 'admin'] as const)('claim_ticket: an %s takes it, and it is in progress', async (who) => {
    const ticket = await ticketOf(people.owner)
    const { data, error } = await claim(people[who], ticket)
    expect(error).toBeNull()
    expect(data).toMatchObject({ id: ticket, assigned_to: people[who].id, status: 'in_progress', version: 2 })
  })

  it('claim_ticket: a lost race is 409 and names the holder', async () => {
    const { owner, agent, rival } = people
    const ticket = await ticketOf(owner)
    const answers = await Promise.all([claim(agent, ticket), claim(rival, ticket)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ error }) => error)
    const holder = answers[0]?.error ? 'Rick Rival' : 'Ada Agent'
    if (lost) expectRefusal(lost, 'ticket_already_assigned', `Ticket is already assigned to ${holder}`)
    const winner = answers[0]?.error ? rival : agent
    const again = await claim(winner, ticket)
    expectRefusal(again, 'ticket_already_yours', 'Ticket is already assigned to you')
    expect(again.status).toBe(409)
  })

  it('claim_ticket: not for customers, not for visitors, not for what is not there', async () => {
    const { owner, agent, visitor } = people
    const ticket = await ticketOf(owner)
    expectRefusal(
      await claim(owner, ticket),
      'agent_required',
      'Must be logged in as an agent to assign tickets',
    )
    expectForbidden(await claim({ client: visitor }, ticket))
    expectRefusal(await claim(agent, randomUUID()), 'ticket_not_found')
    const [row] = await db`select assigned_to from public.tickets where id = ${ticket}`
    expect(row?.assigned_to).toBeNull()
  })

  it('next_ticket: the most urgent, then the oldest; none twice; none at the end', async () => {
    const { owner, agent, rival } = people
    const [normal, urgent] = [await ticketOf(owner), await ticketOf(owner, { priority: 'urgent' })]
    await ticketOf(owner, { status: 'pending' })
    const [first, second] = await Promise.all([next(agent), next(rival)])
    const taken = [first.data, second.data].map((rows: { id: string }[] | null) => rows?.[0]?.id)
    expect(taken.sort()).toEqual([normal, urgent].sort())
    expectRows(await next(agent), 0)
  })

  it('next_ticket: urgent goes first', async () => {
    const { owner, agent } = people
    await ticketOf(owner)
    const urgent = await ticketOf(owner, { priority: 'urgent' })
    expect((await next(agent)).data).toMatchObject([
      { id: urgent, assigned_to: agent.id, status: 'in_progress' },
    ])
  })

  it('next_ticket: not for customers or visitors', async () => {
    expectRefusal(await next(people.owner), 'agent_required', 'Must be logged in as an agent to view queue')
    expectForbidden(await next({ client: people.visitor }))
  })
})
