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

describe('search_tickets', () => {
  let people: TestUsers
  const mark = randomUUID().slice(0, 8)
  beforeAll(async () => void (people = await createUsers()))
  const search = async ({ client }: TestUser, query: string, more: object = {}) => {
    const { data, error } = await client
      .rpc('search_tickets', { query, ...more })
      .select('id, subject, created_at')
    if (error) throw new Error(error.message)
    return [data].flat()
  }
  const subjects = async (who: TestUser, query: string, more: object = {}) =>
    (await search(who, query, more)).map((row: { subject: string }) => row.subject).sort()

  it('finds parts of subject and description in any case', async () => {
    const { owner } = people
    await insertTicket(owner, { subject: `Kaputt ${mark}` })
    await owner.client
      .from('tickets')
      .insert({ subject: 'Other', description: `It says ${mark.toUpperCase()} here` })
    expect(await subjects(people.agent, mark)).toEqual([`Kaputt ${mark}`, 'Other'])
    expect(await subjects(owner, `aputt ${mark}`.toUpperCase())).toEqual([`Kaputt ${mark}`])
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
    expect(await subjects(otherCustomer, word, { filter_customer: owner.id })).toEqual([])
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
    expect(await found({ filter_status: 'pending' })).toBe('1')
    expect(await found({ filter_priority: 'high' })).toBe('1')
    expect(await found({ filter_customer: otherCustomer.id })).toBe('3')
    expect(await found({ filter_assignee: agent.id })).toBe('2')
    expect(await found({ unassigned: true })).toBe('13')
    expect(await found({ unassigned: true, filter_customer: owner.id, filter_status: 'open' })).toBe('')
  })

  it('pages by keyset, newest first, without gaps or duplicates', async () => {
    const { agent } = people
    const owner = people.otherCustomer
    const word = randomUUID()
    for (let n = 0; n < 7; n++) await insertTicket(owner, { subject: `${n} ${word}` })
    for (const query of [word, '']) {
      const ids: string[] = []
      let more: object = { filter_customer: owner.id, max_rows: 3 }
      for (;;) {
        const page = await search(agent, query, more)
        ids.push(...page.map((row: { id: string }) => row.id))
        const last = page.at(-1)
        if (page.length < 3 || !last) break
        more = { ...more, after_created_at: last.created_at, after_id: last.id }
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
        [{ query: word }, 'true'],
        [{ filter_tag: 'odd' }, `id in (select ticket_id from public.ticket_tags where tags @> '{odd}')`],
        [{ filter_tag: 'vpn', query: word }, 'true'],
        [{ filter_status: 'open' }, `status = 'open'`],
        [{ filter_priority: 'urgent' }, `priority = 'urgent'`],
        [
          { filter_priority: 'urgent', filter_status: 'pending' },
          `priority = 'urgent' and status = 'pending'`,
        ],
        [{ unassigned: true, query: word, filter_status: 'open' }, `status = 'open'`],
        [{ filter_priority: 'nonsense' }, 'false'],
      ] as const) {
        const ids: string[] = []
        let more: object = { filter_customer: owner.id, max_rows: 2, ...sort, ...filter }
        for (;;) {
          const { data, error } = await people.agent.client
            .rpc('search_tickets', more)
            .select('id, created_at, priority_rank')
          if (error) throw new Error(error.message)
          const rows = [data].flat()
          ids.push(...rows.map((row: { id: string }) => row.id))
          const last = rows.at(-1)
          if (rows.length < 2 || !last) break
          more = {
            ...more,
            after_rank: last.priority_rank,
            after_created_at: last.created_at,
            after_id: last.id,
          }
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
        const own = { filter_customer: owner.id, sort_by }
        const { data: all } = await client.rpc('list_tickets', { ...own, max_rows: 100 }).throwOnError()
        const paged: unknown[] = []
        for (let more: object = {}; ;) {
          const { data } = await client.rpc('search_tickets', { ...own, ...more, max_rows: 2 }).throwOnError()
          paged.push(...data.map((row: { id: string }) => row.id))
          const last = data.at(-1)
          if (data.length < 2) break
          more = {
            after_created_at:
              sort_by === 'updated_at'
                ? last.updated_at
                : sort_by === 'waiting'
                  ? last.waiting_since
                  : last.created_at,
            after_id: last.id,
            after_status: last.status,
            after_text: last.subject,
            after_number: last.number,
          }
        }
        expect(paged).toEqual(all.map((row: { id: string }) => row.id))
        expect(paged).toHaveLength(priorities.length)
      },
    )

    it.each(['relevance', 'created_at', 'priority'])(
      'without a query, finds by dates and filters, by %s',
      async (sort_by) => {
        const dates = { created_from: '2026-01-01T01:00:00Z', created_until: '2026-01-01T02:00:00Z' }
        const found = async (who: TestUser, more: object) =>
          (await subjects(who, '', { sort_by, ...dates, ...more }))
            .map((subject: string) => subject[0])
            .join('')
        expect(await found(people.agent, { filter_customer: owner.id })).toBe('2345')
        expect(await found(people.agent, { filter_customer: owner.id, filter_status: 'open' })).toBe('24')
        expect(await found(people.agent, { filter_tag: 'odd' })).toBe('245')
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
      for (const more of [{ filter_status: evil }, { filter_priority: evil }, { filter_tag: evil }])
        expect(await subjects(people.agent, '', more)).toEqual([])
    })

    it('finds by an exact tag', async () => {
      const { agent } = people
      const own = { filter_customer: owner.id }
      expect(await search(agent, '', { ...own, filter_tag: 'od' })).toEqual([])
      expect(await search(agent, '', { ...own, filter_tag: 'odd' })).toHaveLength(6)
      // A tag set by staff.
      expect(await search(owner, '', { filter_tag: 'odd' })).toEqual([])
    })
  })

  it('rejects visitors', async () => {
    expectForbidden(await people.visitor.rpc('search_tickets', { query: 'printer' }))
  })
})
