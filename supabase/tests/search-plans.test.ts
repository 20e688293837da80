import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type TestUser, createUser, insertTicket } from './support/backend'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Maximum of buffers for a list or a search. */
const budget = 400
const size = 50_000

/**
 * 50,000 tickets: words in every 8th, 100th and 1,000th and in a single one, tags on every 3rd and every 1,500th.
 * Status and priority are scattered, so that no filter selects adjacent rows.
 */
const generate = (tx: TransactionSql, customer: string, agent: string) => tx`
  insert into public.tickets (subject, description, status, priority, created_by, customer_id, assigned_to, created_at, closed_at, tag_keys)
  select (array['Printer', 'Invoice', 'Login', 'Webhook', 'Export', 'Search', 'Calendar', 'Mobile'])[1 + n % 8] || ' fails for order ' || n,
    'Since this morning ' || md5(n::text) || ' nothing works. Place mid' || (n % 100) || '. Reference low' || (n % 1000) || '.',
    state, (array['low', 'normal', 'medium', 'high', 'urgent'])[1 + dice / 7 % 5], ${customer}, ${customer},
    case when state <> 'open' then ${agent}::uuid end, now() - n * interval '5 minutes', case when state = 'closed' then now() end,
    case when n % 3 = 0 then array[k.often, k.rare[1 + n % 500]] end
  from generate_series(1, ${size}::int) n,
    (select private.tag_key('often', false) as often,
      array(select private.tag_key('rare' || r, false) from generate_series(0, 499) r order by r) as rare offset 0) k,
    lateral (select ('x' || substr(md5(n::text), 1, 6))::bit(24)::int as dice) d,
    lateral (select (array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed', 'closed'])[1 + dice % 7] as state) s`

const scopes = (agent: string, customer: string) => [
  '',
  'unassigned => true',
  `filter_assignee => '${agent}'`,
  `filter_customer => '${customer}'`,
  `filter_customer => '${customer}', filter_assignee => '${agent}'`,
  `filter_customer => '${customer}', unassigned => true`,
]
const filters = [
  '',
  `filter_status => 'pending'`,
  `filter_priority => 'high'`,
  `filter_status => 'open', filter_priority => 'urgent'`,
]
const orders = ['', 'ascending => true', `sort_by => 'priority'`, `sort_by => 'priority', ascending => true`]
const pages = ['', `after_created_at => now() - interval '90 days', after_rank => 3::smallint`]
const needles = [
  '',
  `query => 'printer'`,
  `query => 'mid55.'`,
  `query => 'low500.'`,
  `query => 'order 31337'`,
  `query => 'nowhere to be found'`,
  `query => 'zq'`,
  `filter_tag => 'often'`,
  `filter_tag => 'rare3'`,
  `query => 'printer', filter_tag => 'often'`,
]
const product = (...lists: string[][]) =>
  lists.reduce((rows, list) =>
    rows.flatMap((row) => list.map((each) => [row, each].filter(Boolean).join(', '))),
  )

describe(`plans over ${size} tickets`, () => {
  let agent: TestUser
  let crowd: TestUser
  let customer: TestUser

  beforeAll(async () => {
    ;[agent, crowd, customer] = await Promise.all([
      createUser('agent', 'Ada Agent'),
      createUser('customer', 'Cleo Crowd'),
      createUser('customer', 'Olive Owner'),
    ])
    // Tickets of other files would change the distribution.
    await db`truncate public.tickets cascade`
    await insertTicket(customer)
    const [index] = await db`select indexdef from pg_indexes where indexname = 'tickets_text_idx'`
    await db.begin(async (tx) => {
      // Fast bulk load: no triggers, and the text index is built at the end.
      await tx`set local session_replication_role = replica`
      await tx`drop index public.tickets_text_idx`
      await generate(tx, crowd.id, agent.id)
      await tx.unsafe(String(index?.indexdef))
      await tx`alter index public.tickets_text_idx alter column 1 set statistics 300`
    })
    await db`vacuum analyze public.tickets`
  }, 180_000)
  afterAll(async () => void (await db`truncate public.tickets cascade`))

  /** Explains the query as the user. @returns buffers and sequential scans */
  async function measure(who: TestUser, query: string) {
    return db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
      // A first run fills the catalogue cache.
      await tx.unsafe(query)
      const scans = () => tx<{ n: number }[]>`select sum(seq_scan)::int as n from pg_stat_xact_user_tables
        where relname = 'tickets' and schemaname = 'public'`
      const [before] = await scans()
      const [row] = await tx.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
        `explain (analyze, buffers, format json) ${query}`,
      )
      const [after] = await scans()
      const plan = row?.['QUERY PLAN'][0]?.Plan
      if (!plan || !before || !after) throw new Error('no plan')
      const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      return { buffers, sequential: after.n - before.n, text: JSON.stringify(plan) }
    })
  }

  it.each([
    ['first page', 'select * from public.tickets order by created_at desc, id desc limit 50'],
    [
      'a later page',
      `select * from public.tickets where created_at <= now() - interval '90 days'
      and (created_at, id) < (now() - interval '90 days', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by created_at desc, id desc limit 50`,
    ],
    [
      'one status',
      `select * from public.tickets where status = 'open' order by created_at desc, id desc limit 50`,
    ],
    [
      'unassigned',
      'select * from public.tickets where assigned_to is null order by created_at desc, id desc limit 50',
    ],
    [
      'by priority',
      'select * from public.tickets order by priority_rank desc, created_at desc, id desc limit 50',
    ],
    ['search: every 8th', `select * from public.search_tickets('printer')`],
    ['search: every 100th', `select * from public.search_tickets('mid55.')`],
    ['search: every 1,000th', `select * from public.search_tickets('low500.')`],
    ['search: a single one', `select * from public.search_tickets('order 31337')`],
    ['search: none', `select * from public.search_tickets('nowhere to be found')`],
    ['search: two letters', `select * from public.search_tickets('zq')`],
    ['search: unassigned', `select * from public.search_tickets('printer', unassigned => true)`],
    [
      'search: later page',
      `select * from public.search_tickets('printer', after_created_at => now() - interval '90 days')`,
    ],
  ])('reads few buffers as agent: %s', async (_, query) => {
    const { buffers, sequential, text } = await measure(agent, query)
    expect(sequential, text).toBe(0)
    expect(buffers, text).toBeLessThanOrEqual(budget)
  })

  it.each(needles)(
    'every filter, order and page of the list with %s',
    async (needle) => {
      const over: string[] = []
      for (const shape of product(scopes(agent.id, crowd.id), filters, orders, pages, [needle])) {
        const { buffers, sequential } = await measure(agent, `select * from public.search_tickets(${shape})`)
        if (buffers > budget || sequential > 0) over.push(`${buffers} buffers, ${sequential} scans: ${shape}`)
      }
      expect(over).toEqual([])
    },
    60_000,
  )

  it('counts saved views with bounded reads', async () => {
    await db`delete from public.saved_views`
    await db`insert into public.saved_views (owner_id, name, filter)
      select ${agent.id}, 'v', f::jsonb from unnest(${[
        '{"status":"open","assigned":"none"}',
        '{"assigned":"me","priority":"urgent"}',
        '{"assigned":"me","q":"printer"}',
        '{"tag":"often","status":"pending"}',
      ]}::text[]) f`
    const { buffers, sequential, text } = await measure(agent, 'select * from public.count_saved_views()')
    await db`delete from public.saved_views where owner_id = ${agent.id}`
    expect(sequential, text).toBe(0)
    expect(buffers, text).toBeLessThanOrEqual(4 * budget)
  })

  it('reads only own rows as customer', async () => {
    const own = `select * from public.tickets where customer_id = '${customer.id}' order by created_at desc, id desc limit 50`
    for (const query of [
      own,
      `select * from public.search_tickets('fire')`,
      'select public.get_customer_dashboard()',
    ]) {
      const { buffers, sequential, text } = await measure(customer, query)
      expect(sequential, text).toBe(0)
      expect(buffers, text).toBeLessThanOrEqual(50)
    }
  })
})
