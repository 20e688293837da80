import { describe, expect, it } from 'vitest'
import { createUser, db } from './support/backend'
import { createReportedTickets } from './support/reported-tickets'

const { people, made } = createReportedTickets()

describe('get_admin_dashboard', () => {
  it('agrees with independently counted figures', async () => {
    // Too old for the figures of 30 days.
    await made('2020-03-01T23:30Z', { priority: 'low', answered: 10, by: 'agent' })
    // Other files write rows past the triggers that count them.
    await db`select private.refresh_figures()`
    const { data, error } = await people().admin.client.rpc('get_admin_dashboard')
    expect(error).toBeNull()
    const [plain] = await db`
      with t as (select *, coalesce(snoozed_until > now(), false) as snoozed from public.tickets)
      select count(*) > 0 as has_tickets,
        count(*) filter (where status not in ('solved', 'closed') and not snoozed)::int as active_tickets,
        count(*) filter (where status = 'open' and assigned_to is null and not snoozed)::int as unassigned_tickets,
        count(*) filter (where status not in ('solved', 'closed') and snoozed)::int as snoozed_tickets,
        (select count(*)::int from public.profiles where deactivated_at is null) as total_users
      from t`
    expect(data).toMatchObject(plain ?? {})
    const { agents } = data
    const mine = agents.find((row: { id: string }) => row.id === people().agent.id)
    expect(mine).toEqual({
      id: people().agent.id,
      name: 'Ada Agent',
      email: people().agent.email,
      role: 'agent',
      assigned: 1,
      resolved: 0,
      response_minutes: null,
      satisfaction_rate: null,
    })
  })

  it('returns the share of resolved tickets and the figures of each agent over 30 days in UTC', async () => {
    const day = 86_400_000
    // At noon, so that an hour later is the same day.
    const ago = (days: number) => new Date(new Date().setUTCHours(12) - days * day).toISOString()
    const busy = await createUser('agent', 'Bea Busy')
    const assign = (id: string) => db`update public.tickets set assigned_to = ${busy.id} where id = ${id}`
    const done = { priority: 'low', answered: 20, resolved: 60, score: 5, by: 'agent' } as const
    for (const id of [await made(ago(29), done), await made(ago(30), done)]) {
      await assign(id)
      await db`update public.ticket_ratings set agent_id = ${busy.id} where ticket_id = ${id}`
    }
    await assign(await made(ago(2), { priority: 'low', by: 'agent' }))
    const { data } = await people().admin.client.rpc('get_admin_dashboard')
    expect(data.agents.find((row: { id: string }) => row.id === busy.id)).toMatchObject({
      assigned: 1,
      resolved: 1,
      response_minutes: 20,
      satisfaction_rate: 1,
    })
    const [plain] = await db<{ rate: number; minutes: number }[]>`
      select (count(resolved_at)::float / count(*)) as rate,
        (select avg(extract(epoch from first_response_at - created_at)) / 60 from public.tickets
          where first_response_at >= date_trunc('day', now(), 'UTC') - interval '29 days')::float as minutes
      from public.tickets where created_at >= date_trunc('day', now(), 'UTC') - interval '29 days'`
    expect(plain?.rate).toBeLessThan(1)
    expect(data.resolution_rate).toBeCloseTo(plain?.rate ?? 0)
    expect(data.response_minutes).toBeCloseTo(plain?.minutes ?? 0, 1)
  })
})
