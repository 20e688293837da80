import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
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

describe('count_queues', () => {
  let people: TestUsers
  const word = randomUUID()
  beforeAll(async () => {
    people = await createUsers()
    const { owner, agent, otherAgent } = people
    await db`delete from public.saved_views`
    for (const [n, values] of [
      { assigned_to: agent.id, priority: 'high' },
      { assigned_to: agent.id, status: 'pending' },
      { assigned_to: otherAgent.id, priority: 'high' },
      {},
      { priority: 'high' },
    ].entries()) {
      const id = await insertTicket(owner, { subject: `${n} ${word}`, ...values })
      if (n % 2) await db`update public.tickets set tags = ${[`tag ${word}`]} where id = ${id}`
    }
  })
  const counts = async ({ client }: TestUser) => {
    const { data, error } = await client.rpc('count_queues', {}, { get: true })
    expect(error).toBeNull()
    return new Map<string, number>(Object.entries(data.views))
  }

  it('counts each view as its list shows it to the caller', async () => {
    const { agent, otherAgent, owner, visitor } = people
    const expected = [
      [{}, { agent: 5, otherAgent: 5 }],
      [{ assignee: 'me' }, { agent: 2, otherAgent: 1 }],
      [{ unassigned: true }, { agent: 2, otherAgent: 2 }],
      [
        { assignee: otherAgent.id, dir: 'asc' },
        { agent: 1, otherAgent: 1 },
      ],
      [
        { status: ['pending'], sort: 'priority' },
        { agent: 1, otherAgent: 1 },
      ],
      [
        { priority: ['high'], assignee: 'me' },
        { agent: 1, otherAgent: 1 },
      ],
      [{ tag: `tag ${word}` }, { agent: 2, otherAgent: 2 }],
    ] as const
    const views = []
    for (const [filter, wanted] of expected) {
      const { data } = await agent.client
        .from('saved_views')
        .insert({ name: 'v', is_shared: true, filter: { ...filter, text: word } })
        .select('id')
        .single()
      views.push({ id: data?.id, wanted })
    }
    const [mine, theirs] = await Promise.all([counts(agent), counts(otherAgent)])
    for (const { id, wanted } of views)
      expect([mine.get(id), theirs.get(id)]).toEqual([wanted.agent, wanted.otherAgent])
    expectError(await owner.client.rpc('count_queues'), 'agent_required')
    expectForbidden(await visitor.rpc('count_queues'))
  })

  it('counts views without a text, and of those ordered by waiting only tickets that wait', async () => {
    const { agent } = people
    await db`delete from public.saved_views`
    const expected = []
    for (const [filter, count] of [
      [{ tag: `tag ${word}` }, 2],
      [{ tag: `tag ${word}`, sort: 'updated_at', status: ['pending'] }, 1],
      [{ tag: `tag ${word}`, sort: 'waiting' }, 1],
      [{ assignee: 'me', text: ' ' }, 2],
    ] as const) {
      const row = { name: 'v', is_shared: false, filter }
      const { data } = await agent.client.from('saved_views').insert(row).select('id').single()
      expected.push([data?.id, count] as const)
    }
    // Filters within the text are read by the page alone: no count is better than a wrong one.
    await agent.client.from('saved_views').insert({ name: 'typed', filter: { text: `status:open ${word}` } })
    await db`update public.tickets set waiting_since = null where subject = ${`1 ${word}`}`
    expect(await counts(agent)).toEqual(new Map(expected))
  })

  it('omits views that the caller cannot see', async () => {
    const { agent, otherAgent } = people
    const { data } = await agent.client
      .from('saved_views')
      .insert({ name: 'private', filter: {} })
      .select('id')
      .single()
    expect((await counts(agent)).has(data?.id)).toBe(true)
    expect((await counts(otherAgent)).has(data?.id)).toBe(false)
  })
})

describe('list_tags', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const tags = async ({ client }: TestUser): Promise<string[]> => {
    const { data, error } = await client.rpc('list_tags', undefined, { get: true })
    expect(error).toBeNull()
    return data
  }

  it('returns each used tag once, by name', async () => {
    const { owner, agent } = people
    const mark = randomUUID()
    const give = async (names: string[]) => {
      const ticket = await insertTicket(owner, { assigned_to: agent.id })
      expectRows(await agent.client.from('tickets').update({ tags: names }).eq('id', ticket).select('id'), 1)
    }
    await give([`b ${mark}`, `C ${mark}`])
    await give([`a ${mark}`, `b ${mark}`])
    await give([`d ${mark}`])
    expect((await tags(agent)).filter((tag) => tag.endsWith(mark))).toEqual(
      ['a', 'b', 'C', 'd'].map((tag) => `${tag} ${mark}`),
    )
  })

  it('omits a tag unused for a year, until its next use', async () => {
    const { owner, agent } = people
    const tag = randomUUID()
    const add = () => db`update public.tickets set tags = ${[tag]} where customer_id = ${owner.id}`
    await insertTicket(owner)
    await add()
    await db`update private.known_tags set used_at = now() - interval '13 months' where name = ${tag}`
    expect(await tags(agent)).not.toContain(tag)
    await db`update public.tickets set tags = null where customer_id = ${owner.id}`
    await add()
    expect(await tags(agent)).toContain(tag)
  })

  it('omits tags that only customers used', async () => {
    const { owner, agent } = people
    const mark = randomUUID().slice(0, 8)
    const subject = { subject: 's', description: 'long enough text' }
    const flood = Array.from({ length: 5 }, (_, n) => `flood ${n} ${mark}`)
    expectRows(
      await owner.client
        .from('tickets')
        .insert({ ...subject, tags: flood })
        .select('id'),
      1,
    )
    expect((await tags(agent)).filter((tag) => tag.endsWith(mark))).toEqual([])
  })

  it('rejects other callers', async () => {
    expectError(await people.owner.client.rpc('list_tags'), 'agent_required')
    expectForbidden(await people.visitor.rpc('list_tags'))
  })
})
