import { createHash } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, db, type TestUser } from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { explain } from './support/explain'

const size = 30_000
/** Maximum of buffers for a page of a list without a tag. The agent's read marks are up to 100 of it. */
const budget = 460

const crowd = 2_000

/**
 * 30,000 tickets of 2,000 requesters, every third of one large requester, every 6th with a common tag, every 60th snoozed,
 * and every 200th merged. Status,
 * priority, holder and times are scattered, so that no filter selects adjacent rows.
 */
const generate = (tx: TransactionSql, large: string, agent: string) => tx`
  insert into public.tickets (subject, description, status, priority, created_by, customer_id, assigned_to, tags, tag_keys, created_at,
    updated_at, waiting_since, closed_at, last_message_at, last_message_by, number, subject_key, requester_key, assignee_key, snoozed_until) overriding system value
  select 'Order ' || n, 'Since this morning nothing works. ' || md5(n::text), state,
    (array['low', 'normal', 'medium', 'high', 'urgent'])[1 + dice / 7 % 5], asker, asker,
    case when dice % 3 = 0 then ${agent}::uuid end,
    tags, tags,
    at, at + dice % 100000 * interval '1 second',
    case when dice % 4 = 0 then null else at + dice % 50000 * interval '1 second' end,
    case when state = 'closed' then at end, at + dice % 100000 * interval '1 second',
    case when dice % 2 = 0 then asker else ${agent}::uuid end, 1000000 + n, 'order ' || n,
    case when asker = ${large} then 'lena large' else 'requester ' || n % ${crowd}::int end,
    case when dice % 3 = 0 then 'ada agent' else '' end,
    case when dice % 60 = 5 then now() + dice % 1000 * interval '1 hour' end
  from generate_series(1, ${size}::int) n,
    lateral (select ('x' || substr(md5(n::text), 1, 6))::bit(24)::int as dice) d,
    lateral (select (array['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed', 'closed'])[1 + dice % 7] as state,
      now() - n * interval '5 minutes' as at,
      case when dice % 3 = 2 then ${large}::uuid else md5('requester' || n % ${crowd}::int)::uuid end as asker,
      case when dice % 6 = 1 then array['often'] when dice % 600 = 2 then array['rare'] end as tags) v`

const statuses = ['', '"status":["pending"]', '"status":["active"]', '"status":["solved","closed"]']
const priorities = ['', '"priority":["high"]']
const sorts = [
  'created_at',
  'updated_at',
  'waiting',
  'snoozed',
  'priority',
  'status',
  'subject',
  'customer',
  'assignee',
]
const orders = sorts.flatMap((sort) =>
  [false, true].map((ascending) => `sort_by => '${sort}', ascending => ${ascending}`),
)
const product = (...lists: string[][]) =>
  lists.reduce((rows, list) =>
    rows.flatMap((row) => list.map((each) => [row, each].filter(Boolean).join(','))),
  )

describe(`lists of ${size} tickets`, () => {
  let agent: TestUser
  let large: TestUser

  beforeAll(async () => {
    ;[agent, large] = await Promise.all([
      createUser('agent', 'Ada Agent'),
      createUser('customer', 'Lena Large'),
    ])
    await emptyTickets()
    await db.begin(async (tx) => {
      // No triggers and no foreign keys.
      await tx`set local session_replication_role = replica`
      await tx`insert into public.profiles (id, name, email)
        select md5('requester' || n)::uuid, 'Requester ' || n, n || '@example.com' from generate_series(0, ${crowd - 1}::int) n`
      await generate(tx, large.id, agent.id)
      await tx`update public.tickets t set merged_into = k.id, merged_at = now() from public.tickets k
        where t.number % 200 = 3 and k.number = t.number + 1`
      await tx`insert into public.ticket_tags (ticket_id, tags) select id, tags from public.tickets where tags is not null`
      // Everything counts as new, and the agent has read a third of it.
      for (const { id } of [agent, large])
        await tx`insert into private.read_before (user_id, at) values (${id}, now() - interval '900 days')`
      await tx`insert into private.ticket_reads (user_id, ticket_id, read_at)
        select ${agent.id}, id, now() from public.tickets where number % 3 = 0`
      await tx`analyze public.tickets, public.ticket_tags`
      await tx`select private.refresh_tagged_tickets(array(select g.ticket_id from public.ticket_tags g))`
    })
    // The first leaves no room that rows of earlier tests had, the second marks pages as visible to all.
    for (const kind of ['vacuum full', 'vacuum analyze'])
      await db.unsafe(
        `${kind} public.tickets, private.tagged_tickets, public.profiles, public.ticket_tags, private.ticket_reads`,
      )
  }, 180_000)
  afterAll(async () => {
    await emptyTickets()
    await db`delete from public.profiles where email like '%@example.com' and name like 'Requester %'`
    await db`vacuum (full, analyze) public.profiles`
  })

  /** Buffers of the first page of a list and of a page behind it, as the user. */
  async function measure(tx: TransactionSql, filter: string, order: string): Promise<number> {
    const list = `'{${filter}}', ${order}`
    const buffers = async (args: string) =>
      (await explain(tx, `select * from public.list_tickets(${args})`, [], 2)).buffers
    const rows = await tx.unsafe<{ row: string }[]>(
      `select to_jsonb(t)::text as row from public.list_tickets(${list}) t`,
    )
    const first = await buffers(list)
    const last = rows.at(-1)
    if (rows.length < 50 || !last) return first
    return Math.max(first, await buffers(`${list}, after => '${last.row.replaceAll("'", "''")}'`))
  }

  it.each([
    ['all tickets', () => '', budget],
    ['an assignee', () => `"assignee":"${agent.id}"`, budget],
    ['no assignee', () => '"unassigned":true', budget],
    ['a requester with 10,000 tickets', () => `"requester":"${large.id}"`, 500],
    [
      'a requester with few tickets',
      () => `"requester":"${createHash('md5').update('requester7').digest('hex')}"`,
      150,
    ],
    ['a requester and an assignee', () => `"requester":"${large.id}","assignee":"${agent.id}"`, 350],
    ['a common tag', () => '"tag":"often"', 600],
    ['a common tag and no assignee', () => '"tag":"often","unassigned":true', 600],
    ['a rare tag', () => '"tag":"rare"', 350],
    ['snoozed tickets', () => '"snoozed":true', 400],
    ['tickets that are not snoozed', () => '"snoozed":false', budget],
    // A mark is looked up for each row that could be unread.
    ['unread tickets', () => '"unread":true', 1_400],
    ['unread tickets of an assignee', () => `"unread":true,"assignee":"${agent.id}"`, 1_400],
    ['snoozed tickets of an assignee', () => `"snoozed":true,"assignee":"${agent.id}"`, 400],
  ])('reads few buffers in every order, status, priority and page: %s', async (_, scope, most) => {
    const over = await db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: agent.id, role: 'authenticated' })}, true)`
      const scans = async () =>
        Number(
          (
            await tx`select sum(seq_scan) as n from pg_stat_xact_all_tables
          where relname in ('tickets', 'tagged_tickets', 'ticket_tags', 'profiles', 'ticket_reads')`
          )[0]?.n,
        )
      const before = await scans()
      const found: string[] = []
      for (const filter of product([scope()], statuses, priorities))
        for (const order of orders) {
          const buffers = await measure(tx, filter, order)
          if (buffers > most) found.push(`${buffers} buffers: ${filter}, ${order}`)
        }
      expect(await scans()).toBe(before)
      return found
    })
    expect(over).toEqual([])
  })

  it('reads little more for a requester of a ticket that was merged into another’s', async () => {
    const most = () =>
      db.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: large.id, role: 'authenticated' })}, true)`
        const buffers = []
        for (const order of orders) buffers.push(await measure(tx, '', order))
        return Math.max(...buffers)
      })
    const before = await most()
    await db`update public.tickets t set merged_at = now(), merged_into = (
        select k.id from public.tickets k where k.customer_id <> ${large.id} and k.merged_into is null limit 1)
      where t.id = (select k.id from public.tickets k where k.customer_id = ${large.id} limit 1)`
    expect(await most()).toBeLessThan(before + 100)
  })
})
