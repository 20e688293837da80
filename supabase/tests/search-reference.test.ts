import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type TestUser, createUser } from './support/backend'

const size = 6_000
const pages = 4

/** A seeded random number generator. */
let state = 11
const below = (n: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * n)
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** A filter of search_tickets and the equivalent SQL; undefined when unused. */
type Condition = [args: Record<string, unknown>, sql: string] | undefined

// Every plan of the search must return the rows of a plain query: for words of all frequencies, clustered in time or
// status, and for customers with few and many tickets.
describe(`search over ${size} uneven tickets`, () => {
  let agent: TestUser
  let rare: TestUser
  let customer: TestUser

  beforeAll(async () => {
    ;[agent, rare, customer] = await Promise.all([
      createUser('agent', 'Ada Agent'),
      createUser('agent', 'Rick Rare'),
      createUser('customer', 'Cleo Crowd'),
    ])
    await db`truncate public.tickets cascade`
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, status, priority, created_by, customer_id, assigned_to, created_at, closed_at, tag_keys)
        select (array['Printer', 'Invoice', 'Login', 'Invert'])[1 + a % 4] || ' fails for order ' || n || case when n between 3000 and 3400 then ' outage' else '' end,
          'It is missing invoices since ' || md5(n::text) || case when status = 'open' then ' Refund please' else '' end || '. Place mid' || n % 100,
          status, (array['normal', 'normal', 'normal', 'low', 'high', 'urgent', 'medium'])[1 + b % 7],
          ${agent.id}, case when a % 3 > 0 then ${customer.id}::uuid when a % 90 > 0 then ${agent.id}::uuid end,
          case when b % 50 = 0 then ${rare.id}::uuid when b % 5 > 0 then ${agent.id}::uuid end,
          -- Scattered, and some at the very same time.
          '2026-01-01T00:00:00Z'::timestamptz - (n / 3 * 20 + a % 9 * 600) * interval '1 minute',
          case when status = 'closed' then now() end, case when b % 3 = 0 then private.tag_keys(array['often', 'rare' || n % 500], null) end
        from generate_series(1, ${size}::int) n,
          lateral (select ('x' || substr(md5(n::text), 1, 6))::bit(24)::int as a, ('x' || substr(md5(n::text), 9, 6))::bit(24)::int as b) dice,
          lateral (select case when n > 1500 and b % 20 > 0 then 'closed' else (array['open', 'pending', 'solved'])[1 + a % 3] end as status) s`
    })
    await db`vacuum analyze public.tickets`
  })
  afterAll(async () => void (await db`truncate public.tickets cascade`))

  const text = (query: string): Condition => [
    { query },
    `subject || ' ' || description ilike '%${query.replaceAll('%', '\\%')}%'`,
  ]
  const conditions = (): Condition[] => [
    pick([
      undefined,
      ...[
        'printer',
        'INVERT fails',
        'mid55',
        'order 3133',
        'outage',
        'refund',
        'ing inv',
        'nowhere',
        '100%',
      ].map(text),
    ]),
    pick<Condition>([
      undefined,
      [{ filter_tag: 'often' }, `private.tag_key('often', false) = any (tag_keys)`],
      [{ filter_tag: 'rare3' }, `private.tag_key('rare3', false) = any (tag_keys)`],
    ]),
    pick<Condition>([
      undefined,
      ...['open', 'pending', 'closed'].map((s): Condition => [{ filter_status: s }, `status = '${s}'`]),
    ]),
    pick<Condition>([undefined, undefined, [{ filter_priority: 'high' }, `priority = 'high'`]]),
    pick<Condition>([
      undefined,
      undefined,
      [{ filter_customer: customer.id }, `customer_id = '${customer.id}'`],
    ]),
    pick<Condition>([
      undefined,
      [{ unassigned: true }, 'assigned_to is null'],
      ...[agent, rare].map(({ id }): Condition => [{ filter_assignee: id }, `assigned_to = '${id}'`]),
    ]),
  ]

  it.each(Array.from({ length: 120 }, (_, n) => n))(
    'page by page, as a plain query answers (%i)',
    async () => {
      const given = conditions().filter((each) => each !== undefined)
      const byPriority = below(2) === 0
      const ascending = below(2) === 0
      const order = byPriority
        ? `priority_rank ${ascending ? '' : 'desc'}, created_at desc, id desc`
        : ascending
          ? 'created_at, id'
          : 'created_at desc, id desc'
      const all = await db.unsafe<{ id: string; created_at: string; priority_rank: number }[]>(
        `select id, created_at::text, priority_rank from public.tickets where ${['true', ...given.map(([, sql]) => sql)].join(' and ')} order by ${order}`,
      )
      const max_rows = pick([7, 50, 100])
      const args = Object.assign(
        { max_rows, ascending, sort_by: byPriority ? 'priority' : 'created_at' },
        ...given.map(([each]) => each),
      ) as Record<string, unknown>
      // From the first page or after any row.
      let at = below(2) ? 0 : below(all.length + 1)
      for (let page = 0; page < pages; page++) {
        const last = all[at - 1]
        const { data, error } = await agent.client
          .rpc('search_tickets', {
            ...args,
            ...(last && { after_created_at: last.created_at, after_id: last.id }),
            ...(last && byPriority && { after_rank: last.priority_rank }),
          })
          .select('id')
        expect(error).toBeNull()
        const ids = [data].flat().map((row) => row?.id as unknown)
        expect(ids, JSON.stringify({ ...args, at })).toEqual(all.slice(at, at + max_rows).map(({ id }) => id))
        at += max_rows
        if (at >= all.length) break
      }
    },
  )
})
