import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  createUser,
  insertTicket,
} from './support/backend'
import { searchTickets } from './support/found-tickets'

describe('search_tickets', () => {
  let people: TestUsers
  const mark = randomUUID().slice(0, 8)
  beforeAll(async () => void (people = await createUsers()))
  const search = ({ client }: TestUser, text: string, filter: object = {}, more: object = {}) =>
    searchTickets(client, { ...filter, ...(text && { text }) }, more)
  const subjects = async (who: TestUser, text: string, filter: object = {}, more: object = {}) =>
    (await search(who, text, filter, more)).map(({ subject }) => subject).sort()

  it('finds parts of subject and description in any case', async () => {
    const { owner } = people
    await insertTicket(owner, { subject: `Kaputt ${mark}` })
    await owner.client
      .from('tickets')
      .insert({ subject: 'Other', description: `It says ${mark.toUpperCase()} here` })
    expect(await subjects(people.agent, mark)).toEqual([`Kaputt ${mark}`, 'Other'])
    expect(await subjects(owner, `aputt ${mark}`.toUpperCase())).toEqual([`Kaputt ${mark}`])
  })

  it('gives plain rows to callers that name a query', async () => {
    const { owner } = people
    const id = await insertTicket(owner, { subject: `Plain ${mark}q` })
    const query = `plain ${mark}q`
    const found = await owner.client.rpc('search_tickets', { query })
    expect(found.data).toMatchObject([{ id, subject: `Plain ${mark}q`, status: 'open' }])
    expect((await people.otherCustomer.client.rpc('search_tickets', { query })).data).toEqual([])
    expect((await people.agent.client.rpc('search_tickets', { query: 'x'.repeat(100_000) })).error).toBeNull()
  })

  it('treats wildcards as signs, and quotes and backslashes as text', async () => {
    const { owner } = people
    for (const subject of [
      `100% ${mark}`,
      `100 ${mark}`,
      `a_b ${mark}`,
      `axb ${mark}`,
      `it's "c\\d" ${mark}`,
    ])
      await insertTicket(owner, { subject })
    expect(await subjects(owner, `100% ${mark}`)).toEqual([`100 ${mark}`, `100% ${mark}`])
    expect(await subjects(owner, `a_b ${mark}`)).toEqual([`a_b ${mark}`])
    expect(await subjects(owner, `it's "c\\d" ${mark}`)).toEqual([`it's "c\\d" ${mark}`])
    expect(await subjects(owner, `'; drop table tickets; --`)).toEqual([])
  })

  it('returns only own tickets to customers, with any filter', async () => {
    const { owner, otherCustomer } = people
    const word = randomUUID()
    await insertTicket(owner, { subject: word })
    expect(await subjects(otherCustomer, word)).toEqual([])
    expect(await subjects(otherCustomer, word, { requester: owner.id })).toEqual([])
    expect(await subjects(owner, word)).toEqual([word])
  })

  it('finds words of comments, and those of notes for staff only', async () => {
    const { owner, agent } = people
    const [word, secret] = [randomUUID(), randomUUID()]
    const ticket = await insertTicket(owner)
    for (const [content, internal] of [
      [word, false],
      [secret, true],
    ] as const) {
      const comment = await insertComment(agent, ticket, internal)
      await db`update public.comments set content = ${content} where id = ${comment}`
    }
    for (const who of [owner, agent]) expect(await search(who, word)).toMatchObject([{ id: ticket }])
    expect(await search(agent, secret)).toMatchObject([{ id: ticket }])
    expect(await search(owner, secret)).toEqual([])
  })

  it('filters by status, priority, customer, assignee and unassigned', async () => {
    const { owner, otherCustomer, agent } = people
    const word = randomUUID()
    await insertTicket(owner, { subject: `1 ${word}`, status: 'pending', priority: 'high' })
    await insertTicket(owner, { subject: `2 ${word}`, assigned_to: agent.id })
    await insertTicket(otherCustomer, { subject: `3 ${word}` })
    const found = async (more: object) =>
      (await subjects(agent, word, more)).map((subject: string) => subject[0]).join('')
    expect(await found({})).toBe('123')
    expect(await found({ status: ['pending'] })).toBe('1')
    expect(await found({ priority: ['high'] })).toBe('1')
    expect(await found({ requester: otherCustomer.id })).toBe('3')
    expect(await found({ assignee: agent.id })).toBe('2')
    expect(await found({ unassigned: true })).toBe('13')
    expect(await found({ unassigned: true, requester: owner.id, status: ['open'] })).toBe('')
  })

  it('pages by keyset, newest first, without gaps or duplicates', async () => {
    const { agent } = people
    const owner = people.otherCustomer
    const word = randomUUID()
    for (let n = 0; n < 7; n++) await insertTicket(owner, { subject: `${n} ${word}` })
    for (const query of [word, '']) {
      const ids: string[] = []
      for (let after: object | null = null; ;) {
        const page = await search(agent, query, { requester: owner.id }, { after, max_rows: 3 })
        ids.push(...page.map(({ id }) => id))
        const last = page.at(-1)
        if (page.length < 3 || !last) break
        after = last
      }
      const all = await db`select id from public.tickets where customer_id = ${owner.id}
        and subject like ${'%' + query} order by created_at desc, id desc`
      expect(ids).toEqual(all.map((row) => row.id))
    }
  })

  describe('order and pages', () => {
    const word = randomUUID()
    let owner: TestUser
    const priorities = ['normal', 'urgent', 'low', 'high', 'medium', 'normal', 'urgent', 'low', 'urgent']
    beforeAll(async () => {
      owner = await createUser('customer', 'Pia Pages')
      for (const [n, priority] of priorities.entries()) {
        const status = n % 2 ? 'pending' : 'open'
        const id = await insertTicket(owner, { subject: `${n} ${word}`, priority, status })
        // Pairs have equal times, so the id decides.
        await db`update public.tickets set created_at = '2026-01-01T00:00:00Z'::timestamptz + ${n >> 1} * interval '1 hour',
          tags = ${n % 3 ? ['vpn', 'odd'] : ['vpn']} where id = ${id}`
      }
    })
    const dates = { ascending: 'created_at, id', descending: 'created_at desc, id desc' }
    it.each([
      ['newest first', {}, dates.descending],
      ['oldest first', { ascending: true }, dates.ascending],
      ['most urgent first', { sort_by: 'priority' }, `priority_rank desc, ${dates.descending}`],
      ['least urgent first', { sort_by: 'priority', ascending: true }, `priority_rank, ${dates.descending}`],
    ])('%s, without gaps or duplicates, with any filters', async (_, sort, order) => {
      for (const [filter, where] of [
        [{}, 'true'],
        [{ text: word }, 'true'],
        [{ tag: 'odd' }, `id in (select ticket_id from public.ticket_tags where tags @> '{odd}')`],
        [{ tag: 'vpn', text: word }, 'true'],
        [{ status: ['open'] }, `status = 'open'`],
        [{ priority: ['urgent'] }, `priority = 'urgent'`],
        [{ priority: ['urgent'], status: ['pending'] }, `priority = 'urgent' and status = 'pending'`],
        [{ unassigned: true, text: word, status: ['open'] }, `status = 'open'`],
        [{ tag: 'nonsense' }, 'false'],
      ] as const) {
        const ids: string[] = []
        for (let after: object | null = null; ;) {
          const more = { ...sort, after, max_rows: 2 }
          const rows = await searchTickets(people.agent.client, { requester: owner.id, ...filter }, more)
          ids.push(...rows.map(({ id }) => id))
          const last = rows.at(-1)
          if (rows.length < 2 || !last) break
          after = { id: last.id, created_at: last.created_at, priority: last.priority }
        }
        const all = await db.unsafe(
          `select id from public.tickets where customer_id = '${owner.id}' and ${where} order by ${order}`,
        )
        expect(ids, JSON.stringify(filter)).toEqual(all.map((row) => row.id))
      }
    })

    it.each(['status', 'subject', 'waiting', 'updated_at'])(
      'without a query, pages by %s as list_tickets does',
      async (sort_by) => {
        const { client } = people.agent
        const own = { filter: { requester: owner.id }, sort_by }
        const { data: all } = await client.rpc('list_tickets', { ...own, max_rows: 100 }).throwOnError()
        const paged: unknown[] = []
        for (let after: object | null = null; ;) {
          const page = await searchTickets(client, own.filter, { sort_by, after, max_rows: 2 })
          paged.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          if (page.length < 2 || !last) break
          after = last
        }
        expect(paged).toEqual(all.map((row: { id: string }) => row.id))
        expect(paged).toHaveLength(priorities.length)
      },
    )

    it.each(['relevance', 'created_at', 'priority'])(
      'without a query, finds by dates and filters, by %s',
      async (sort_by) => {
        const dates = { created_from: '2026-01-01T01:00:00Z', created_until: '2026-01-01T02:00:00Z' }
        const found = async (who: TestUser, filter: object) =>
          (await subjects(who, '', { ...dates, ...filter }, { sort_by }))
            .map((subject: string) => subject[0])
            .join('')
        expect(await found(people.agent, { requester: owner.id })).toBe('2345')
        expect(await found(people.agent, { requester: owner.id, status: ['open'] })).toBe('24')
        expect(await found(people.agent, { tag: 'odd' })).toBe('245')
        // Other files have tickets of that hour.
        expect([...(await found(people.agent, {}))]).toEqual(expect.arrayContaining(['2', '3', '4', '5']))
        expect(await found(owner, {})).toBe('2345')
        expect(await found(people.otherCustomer, {})).toBe('')
      },
    )

    it('rejects unknown sort orders', async () => {
      const refused = await people.agent.client.rpc('search_tickets', { sort_by: 'description' })
      expectError(refused, 'sort_invalid')
    })

    it('treats filters as values, never as SQL', async () => {
      const evil = `x' or true --`
      expect(await subjects(people.agent, '', { tag: evil })).toEqual([])
    })

    it('finds by an exact tag', async () => {
      const { agent } = people
      const own = { requester: owner.id }
      expect(await search(agent, '', { ...own, tag: 'od' })).toEqual([])
      expect(await search(agent, '', { ...own, tag: 'odd' })).toHaveLength(6)
      // A tag set by staff.
      expect(await search(owner, '', { tag: 'odd' })).toEqual([])
    })
  })

  it('rejects visitors', async () => {
    expectForbidden(await people.visitor.rpc('search_tickets', { filter: { text: 'printer' } }))
  })
})
