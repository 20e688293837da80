import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, db, type TestUser } from './support/backend'
import { emptyTickets } from './support/empty-tickets'

const newest = 2_000
const older = 400
/** A seeded random number generator. */
let state = 11
const below = (n: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * n)
}

/** The promise of the specification: what ilike finds in subject or description is found. */
describe(`parts of texts in ${newest + older} tickets`, () => {
  let owner: TestUser
  let agent: TestUser

  beforeAll(async () => {
    ;[owner, agent] = await Promise.all([
      createUser('customer', 'Olga Owner'),
      createUser('agent', 'Ada Agent'),
    ])
    await emptyTickets()
    // Each word of eight letters is in a few tickets; the older ones lie beyond the newest 2,000.
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.tickets (subject, description, created_by, customer_id, created_at)
        select 'Zß ' || translate(left(md5((n % 500)::text), 8), '0123456789', 'ghijklmnop') || '-' || n || ' (100%)',
          'It''s "' || translate(left(md5((n * 7 % 300)::text), 8), '0123456789', 'qrstuvwxyz') || '", a_b\\c? ' || repeat('x', 45) || n,
          ${owner.id}, ${owner.id}, now() - n * interval '1 hour'
        from generate_series(1, ${newest + older}::int) n`
    })
    await db`call private.rebuild_search()`
  }, 240_000)
  afterAll(emptyTickets)

  const search = (who: TestUser, queries: string[]) =>
    db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
      return tx<{ ids: string[] | null }[]>`
        select array_agg(s.ticket ->> 'id') as ids from unnest(${queries}::text[]) with ordinality q (query, n)
        left join lateral public.search_tickets(jsonb_build_object('text', q.query, 'as_typed', true), max_rows => 100) s on true group by q.n order by q.n`
    })
  const texts = (order: 'asc' | 'desc') => db<{ subject: string; description: string }[]>`
    select subject, description from public.tickets order by created_at ${db.unsafe(order)} limit ${order === 'asc' ? older : newest}`
  const parts = (rows: { subject: string; description: string }[], count: number, least: number) =>
    Array.from({ length: count }, () => {
      const { subject, description } = rows[below(rows.length)]!
      const text = below(2) ? subject : description
      const from = below(text.length - least)
      return text.slice(from, from + least + below(12))
    }).filter((part) => part.trim() !== '')

  /** Tickets that ilike finds and search does not, when ilike finds no more than a page. */
  async function missing(who: TestUser, queries: string[], within: number) {
    const found = await search(who, queries)
    const lost: string[] = []
    let compared = 0
    for (const [n, query] of queries.entries()) {
      const pattern = `%${query.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
      const rows = await db<{ id: string }[]>`
        select id from (select * from public.tickets order by created_at desc limit ${within}) t
        where subject ilike ${pattern} or description ilike ${pattern}`
      if (rows.length > 20) continue
      compared += rows.length
      const ids = new Set(found[n]?.ids ?? [])
      if (rows.some(({ id }) => !ids.has(id))) lost.push(query)
    }
    return { lost, compared }
  }

  it('are found by staff and customers among the newest 2,000, signs and single letters too', async () => {
    const queries = [...parts(await texts('desc'), 120, 1), '?', '"', '%)', '\\', 'x_b', 'ß', "'s"]
    for (const who of [agent, owner]) {
      const { lost, compared } = await missing(who, queries, newest)
      expect(lost).toEqual([])
      expect(compared).toBeGreaterThan(100)
    }
  })

  it('are found by staff in older tickets too, from three letters within a word', async () => {
    const words = (await texts('asc')).map(({ subject, description }) => ({
      subject: /\w{8}/.exec(subject)?.[0] ?? '',
      description: /(?<=")\w{8}/.exec(description)?.[0] ?? '',
    }))
    const inWords = parts(words, 120, 3)
    const { lost, compared } = await missing(agent, inWords, newest + older)
    expect(lost).toEqual([])
    expect(compared).toBeGreaterThan(100)
  })
})
