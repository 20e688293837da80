import { connectAs } from '@helpdesk/testing/connect-as'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, stack, type TestUser, type TestUsers } from './support/backend'
import { emptyTickets } from './support/empty-tickets'
import { explain } from './support/explain'

const small = 1_000
const large = 20_000

describe(`figures of ${small} and of ${large} tickets`, () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  afterAll(emptyTickets)

  /** Loads tickets of 60 days, half of them resolved and rated. */
  const load = async (count: number) => {
    const { owner, agent, otherAgent } = people
    await emptyTickets()
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, status, created_by, customer_id, assigned_to, created_at,
          first_response_at, resolved_at, number) overriding system value
        select 'Order ' || n, 'Nothing works.', case when n % 2 = 0 then 'solved' else 'in_progress' end, ${owner.id}, ${owner.id},
          case when n % 3 = 0 then ${agent.id}::uuid else ${otherAgent.id}::uuid end, at, at + interval '1 hour',
          case when n % 2 = 0 then at + interval '2 hours' end, 5000000 + n
        from generate_series(1, ${count}::int) n, lateral (select now() - n % 60 * interval '1 day' as at) v`
      await tx`insert into public.ticket_ratings (ticket_id, customer_id, agent_id, score, created_at)
        select t.id, t.customer_id, t.assigned_to, 4, t.resolved_at from public.tickets t where t.resolved_at is not null`
      await tx`select private.refresh_figures()`
    })
    // Rewritten, because earlier tests leave the figures with a varying number of half empty pages.
    await db`vacuum (full, analyze) private.daily_figures, private.figure_changes`
    await db`vacuum analyze public.tickets, public.ticket_ratings, public.profiles`
  }

  /** Buffers of a call as the user, in a session without plans of earlier sizes. */
  async function buffers(who: TestUser, call: string) {
    const session = await connectAs(stack, who.id)
    const { buffers: count } = await explain(session, call)
    await session.end()
    return count
  }

  it('are read from about as few buffers', async () => {
    const measure = async () => ({
      agent: await buffers(people.agent, 'select * from public.get_agent_performance_stats()'),
      admin: await buffers(people.admin, 'select public.get_admin_dashboard()'),
    })
    await load(small)
    const few = await measure()
    await load(large)
    const many = await measure()
    expect(many.agent).toBeLessThanOrEqual(1.2 * few.agent + 5)
    expect(many.admin).toBeLessThanOrEqual(1.2 * few.admin + 5)
    expect(many.admin).toBeLessThan(100)
  })
})
