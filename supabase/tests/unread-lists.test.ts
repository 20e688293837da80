import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { searchTickets } from './support/found-tickets'

interface Row {
  id: string
  unread: boolean
}

/** What an agent has read of before counts since their profile, or since long ago. */
describe.each([
  ['a new agent', false],
  ['an agent of long', true],
])('lists of unread tickets for %s', (_, ofLong) => {
  const word = `unread${randomUUID().slice(0, 8)}`
  let people: TestUsers
  let ids: Record<'written' | 'answered' | 'opened' | 'marked' | 'mine', string>

  beforeAll(async () => {
    await emptyTickets()
    people = await createUsers()
    const { owner, agent } = people
    if (ofLong)
      await db`insert into private.read_before (user_id, at) values (${agent.id}, now() - interval '80 days')`
    const ticket = (values: object = {}) => insertTicket(owner, { subject: word, ...values })
    ids = {
      written: await ticket({ priority: 'urgent' }),
      answered: await ticket(),
      opened: await ticket(),
      marked: await ticket(),
      mine: await ticket({ assigned_to: agent.id }),
    }
    await insertComment(agent, ids.answered)
    for (const id of [ids.opened, ids.marked]) await agent.client.rpc('mark_ticket_read', { ticket_id: id })
    await agent.client.rpc('mark_ticket_unread', { ticket_id: ids.marked })
  })

  const list = async ({ client }: TestUser, filter: object, more: object = {}) => {
    const { data } = await client.rpc('list_tickets', { filter, ...more }).throwOnError()
    return data as Row[]
  }
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort()
  const sorted = (...names: (keyof typeof ids)[]) => names.map((name) => ids[name]).sort()

  it('have the tickets whose rows are unread, in every order, and no others', async () => {
    const { agent } = people
    for (const sort_by of ['created_at', 'priority', 'status', 'subject', 'customer', 'assignee']) {
      const unread = await list(agent, { unread: true }, { sort_by })
      expect(idsOf(unread), sort_by).toEqual(sorted('written', 'marked', 'mine'))
      expect(unread.every((row) => row.unread)).toBe(true)
    }
    expect(idsOf(await list(agent, { unread: false }))).toEqual(sorted('answered', 'opened'))
  })

  it('go with other filters and from page to page', async () => {
    const { agent } = people
    expect(idsOf(await list(agent, { unread: true, assignee: 'me' }))).toEqual([ids.mine])
    expect(idsOf(await list(agent, { unread: true, status: ['active'], priority: ['urgent'] }))).toEqual([
      ids.written,
    ])
    expect(await list(agent, { unread: true, tag: word })).toEqual([])
    const [first] = await list(agent, { unread: true }, { max_rows: 1 })
    const rest = await list(agent, { unread: true }, { after: first })
    expect(idsOf([first!, ...rest])).toEqual(sorted('written', 'marked', 'mine'))
  })

  it('go with a search, and can be selected and counted', async () => {
    const { agent } = people
    const found = await searchTickets(agent.client, { text: word, unread: true })
    expect(found.map(({ id }: { id: string }) => id).sort()).toEqual(sorted('written', 'marked', 'mine'))
    const { data: all } = await agent.client
      .rpc('list_ticket_ids', { filter: { unread: true } })
      .throwOnError()
    expect([...(all as string[])].sort()).toEqual(sorted('written', 'marked', 'mine'))
    const view = { owner_id: agent.id, name: 'Unread', filter: { unread: true } }
    const { data } = await agent.client.from('saved_views').insert(view).select('id').single().throwOnError()
    const counts = await agent.client.rpc('count_queues').throwOnError()
    expect(counts.data.views[data!.id]).toBe(3)
  })

  it('are each agent’s own, and not of customers', async () => {
    const { owner, otherAgent } = people
    expect(idsOf(await list(otherAgent, { unread: true }))).toEqual(Object.values(ids).sort())
    const { error } = await owner.client.rpc('list_tickets', { filter: { unread: true } })
    expect(error).toMatchObject({ details: 'filter_invalid', hint: 'unread' })
  })
})
