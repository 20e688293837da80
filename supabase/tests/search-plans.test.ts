import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type TestUser, createUser, insertTicket } from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

/**
 * Maximum of buffers for a page of 20: candidates, their ranks, the rows and their snippets. Up to 2,000 in a new database,
 * and up to 3,000 where the words and index pages of other test files are left.
 */
const budget = 3_500
const size = 20_000

/** Words in every 8th, 100th and 1,000th ticket and in a single one. Status and priority are scattered. */
const generate = (tx: TransactionSql, customer: string, agent: string) => tx`
  insert into public.tickets (subject, description, status, priority, created_by, customer_id, assigned_to, created_at, closed_at)
  select (array['Printer', 'Invoice', 'Login', 'Webhook', 'Export', 'Search', 'Calendar', 'Mobile'])[1 + n % 8] || ' fails for order ' || n,
    'Since this morning ' || md5(n::text) || ' nothing works. Place mid' || (n % 100) || '. Reference low' || (n % 1000) || '.',
    state, (array['low', 'normal', 'medium', 'high', 'urgent'])[1 + dice / 7 % 5], ${customer}, ${customer},
    case when state <> 'open' then ${agent}::uuid end, now() - n * interval '50 minutes', case when state = 'closed' then now() end
  from generate_series(1, ${size}::int) n,
    lateral (select ('x' || substr(md5(n::text), 1, 6))::bit(24)::int as dice) d,
    lateral (select (array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed', 'closed'])[1 + dice % 7] as state) s
  order by n desc`

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
    await emptyTickets()
    await insertTicket(customer)
    await db.begin(async (tx) => {
      // Fast bulk load: no triggers, and the documents are built at the end.
      await tx`set local session_replication_role = replica`
      await generate(tx, crowd.id, agent.id)
    })
    await db`call private.rebuild_search()`
    await db`vacuum analyze private.search_documents, private.search_words`
    await db`vacuum analyze public.tickets`
  }, 180_000)
  afterAll(emptyTickets)

  /** Explains the query as the user. @returns buffers and sequential scans */
  async function measure(who: TestUser, query: string) {
    return db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
      const scans = () => tx<{ n: number }[]>`select sum(seq_scan)::int as n from pg_stat_xact_user_tables
        where relname in ('tickets', 'search_documents', 'search_words')`
      const [before] = await scans()
      const found = await explain(tx, query)
      const [after] = await scans()
      if (!before || !after) throw new Error('no statistics of the tables')
      return { ...found, sequential: after.n - before.n }
    })
  }

  it.each([
    ['every 8th', `'{"text":"printer"}'`],
    ['every 8th, newest first', `'{"text":"printer"}', sort_by => 'created_at'`],
    ['every 8th, most urgent first', `'{"text":"printer"}', sort_by => 'priority'`],
    ['every 8th, unassigned', `'{"text":"printer","unassigned":true}'`],
    ['every 100th', `'{"text":"mid55."}'`],
    ['every 1,000th', `'{"text":"low500."}'`],
    ['two words', `'{"text":"printer morning"}'`],
    ['a single one', `'{"text":"order 13337"}'`],
    ['none', `'{"text":"nowhere to be found"}'`],
    ['a typo', `'{"text":"prniter"}'`],
    ['a part of a word', `'{"text":"rinte"}'`],
  ])('reads few buffers: %s', async (_, query) => {
    const sort = query.includes('sort_by') ? '' : `, sort_by => 'relevance'`
    const { buffers, sequential } = await measure(
      agent,
      `select * from public.search_tickets(${query}${sort}, max_rows => 20)`,
    )
    expect(sequential, query).toBe(0)
    expect(buffers, query).toBeLessThanOrEqual(budget)
  })

  it('reads tickets with a part of a word by their ids, whatever plan a connection keeps', async () => {
    const part = '55. reference low155'
    const { buffers: looking } = await explain(db, `select private.newest_containing('${part}', null)`)
    await rolledBack(async (tx) => {
      await tx`set local plan_cache_mode = force_generic_plan`
      const { buffers, text } = await explain(
        tx,
        `select private.find_tickets(private.read_ticket_filter('{"text":"${part}"}'), null, null, 'created_at', false, null, 20)`,
      )
      expect(buffers, text).toBeLessThanOrEqual(looking + 50)
    })
  })

  it('reads no further back when a period of eight days has just begun', async () => {
    const period = 8 * 86_400_000
    const begun = Math.floor(Date.now() / period) * period
    const before = (time: number) =>
      `select * from private.newest_documents('printer', null, 20, null, '${new Date(time).toISOString()}', false)`
    const inTheMiddle = await explain(db, before(begun - period / 2))
    for (const time of [begun, begun + 60_000]) {
      const { buffers, text } = await explain(db, before(time))
      expect(buffers, text).toBeLessThanOrEqual(1.5 * inTheMiddle.buffers)
    }
  })

  it('counts saved views with bounded reads', async () => {
    await db`delete from public.saved_views`
    await db`insert into public.saved_views (owner_id, name, filter)
      select ${agent.id}, 'v', f::jsonb from unnest(${[
        '{"status":["open"],"unassigned":true}',
        '{"assignee":"me","priority":["urgent"]}',
        '{"assignee":"me","text":"printer"}',
        '{"tag":"often","status":["pending"]}',
      ]}::text[]) f`
    const { buffers, sequential, text } = await measure(agent, 'select public.count_queues()')
    await db`delete from public.saved_views where owner_id = ${agent.id}`
    expect(sequential, text).toBe(0)
    expect(buffers, text).toBeLessThanOrEqual(8_000)
  })

  it('reads only own rows as customer', async () => {
    const own = `select * from public.tickets where customer_id = '${customer.id}' order by created_at desc, id desc limit 50`
    for (const query of [
      own,
      `select * from public.search_tickets('{"text":"fire"}')`,
      'select public.get_customer_dashboard()',
    ]) {
      const { buffers, sequential, text } = await measure(customer, query)
      expect(sequential, text).toBe(0)
      expect(buffers, query).toBeLessThanOrEqual(budget)
    }
  })
})
