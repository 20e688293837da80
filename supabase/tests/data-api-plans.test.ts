import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUser, type TestUsers } from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { explain } from './support/explain'

const size = 20_000
/** Maximum of buffers for a page of 50 rows. A scan of the table takes more than 1,000. */
const budget = 500

describe(`plain reads of ${size} tickets`, () => {
  let people: TestUsers

  beforeAll(async () => {
    people = await createUsers()
    const { owner, otherCustomer, agent, otherAgent } = people
    await emptyTickets()
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, status, created_by, customer_id, assigned_to, created_at, closed_at,
          number) overriding system value
        select 'Order ' || n, 'Nothing works. ' || repeat(md5(n::text), 10), state, asker, asker,
          case n % 10 when 1 then ${agent.id}::uuid when 2 then null else ${otherAgent.id}::uuid end,
          now() - dice * interval '1 second', case when state = 'closed' then now() end, 7000000 + n
        from generate_series(1, ${size}::int) n,
          lateral (select ('x' || substr(md5(n::text), 1, 6))::bit(24)::int as dice) d,
          lateral (select case n % 50 when 1 then 'pending' when 2 then 'open' else 'closed' end as state,
            case when n % 100 = 0 then ${owner.id}::uuid else ${otherCustomer.id}::uuid end as asker) v`
    })
    await db`vacuum analyze public.tickets`
  }, 180_000)
  afterAll(emptyTickets)

  /** Buffers and sequential scans of the first page, newest first, under row level security. */
  const measure = (who: TestUser, filter: string) =>
    db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
      return explain(
        tx,
        `select id, subject, description from public.tickets where ${filter} order by created_at desc limit 50`,
      )
    })

  it.each<[string, keyof Omit<TestUsers, 'visitor'>, (people: TestUsers) => string]>([
    ['all tickets', 'agent', () => 'true'],
    ['a status', 'agent', () => `status = 'pending'`],
    ['an assignee', 'agent', ({ agent }) => `assigned_to = '${agent.id}'`],
    [
      'an assignee and a status',
      'agent',
      ({ agent }) => `assigned_to = '${agent.id}' and status = 'pending'`,
    ],
    ['no assignee', 'agent', () => 'assigned_to is null'],
    ['no assignee and a status', 'agent', () => `assigned_to is null and status = 'open'`],
    ['a requester', 'agent', ({ owner }) => `customer_id = '${owner.id}'`],
    ['their own', 'owner', ({ owner }) => `customer_id = '${owner.id}'`],
  ])('read few buffers: %s', async (_, who, filter) => {
    const { buffers, text } = await measure(people[who], filter(people))
    expect(buffers, text).toBeLessThanOrEqual(budget)
  })
})
