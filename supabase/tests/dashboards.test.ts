import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  insertTicket,
} from './support/backend'

describe('dashboards', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  it("get_agent_performance_stats: returns the agent's own figures", async () => {
    const { agent, otherAgent, owner } = people
    const mine = { assigned_to: agent.id }
    await insertTicket(owner, { ...mine, status: 'in_progress' })
    await insertTicket(owner, { assigned_to: otherAgent.id })
    const solved = [
      await insertTicket(owner, { ...mine, status: 'solved' }),
      await insertTicket(owner, { ...mine, status: 'closed' }),
    ]
    await db`update public.tickets set created_at = now() - interval '30 minutes' where id = ${solved[0] ?? ''}`
    await insertComment(agent, solved[0] ?? '')
    for (const [at, score] of [
      [0, 4],
      [1, 3],
    ] as const)
      await owner.client.from('ticket_ratings').insert({ ticket_id: solved[at], score })
    const { data } = await agent.client.rpc('get_agent_performance_stats').single<Record<string, number>>()
    expect(data).toMatchObject({ assigned_tickets: 1, resolved_today: 2, satisfaction_rate: 0.5 })
    expect(data?.average_response_time).toBeCloseTo(30, 0)
  })

  it('get_agent_performance_stats: counts tickets resolved since midnight UTC', async () => {
    const { otherAgent, owner } = people
    const resolvedAt = async (at: string) => {
      const id = await insertTicket(owner, { assigned_to: otherAgent.id, status: 'solved' })
      await db`update public.tickets set resolved_at = ${db.unsafe(at)} where id = ${id}`
    }
    const count = async () =>
      (await otherAgent.client.rpc('get_agent_performance_stats').single<{ resolved_today: number }>()).data
        ?.resolved_today
    const before = (await count()) ?? 0
    await resolvedAt("date_trunc('day', now(), 'UTC') - interval '1 microsecond'")
    expect(await count()).toBe(before)
    await resolvedAt("date_trunc('day', now(), 'UTC')")
    expect(await count()).toBe(before + 1)
  })

  it.each(['Asia/Kolkata', 'America/New_York', 'Pacific/Apia'])(
    'counts the tickets of the day in %s when the workspace is there',
    async (zone) => {
      const { admin, otherAgent, owner } = people
      const midnight = db`date_trunc('day', now(), ${zone})`
      const resolved = async (before: string) => {
        const id = await insertTicket(owner, { assigned_to: otherAgent.id, status: 'solved' })
        await db`update public.tickets set resolved_at = ${midnight} - ${before}::interval where id = ${id}`
      }
      const count = async () =>
        (await otherAgent.client.rpc('get_agent_performance_stats').single<{ resolved_today: number }>()).data
          ?.resolved_today
      const setZone = async (name: string) =>
        expect(
          (await admin.client.from('workspace_settings').update({ time_zone: name }).eq('id', true)).error,
        ).toBeNull()

      // other tests of this database may have changed rows without triggers
      await db`select private.refresh_figures()`
      await resolved('1 microsecond')
      await resolved('0')
      const [at] = await db`select count(*)::integer as n from public.tickets
        where assigned_to = ${otherAgent.id} and resolved_at >= ${midnight}`
      await setZone(zone)
      try {
        expect(await count()).toBe(at?.n)
        await resolved('1 microsecond')
        expect(await count()).toBe(at?.n)
        await resolved('0')
        expect(await count()).toBe(at?.n + 1)
        const sums = () => db`select day, agent_id, figure, sum(amount) as amount from private.figures
          where day > private.today() - 30 group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`
        const kept = [...(await sums())]
        await db`select private.refresh_figures()`
        expect([...(await sums())]).toEqual(kept)
      } finally {
        await setZone('UTC')
      }
    },
  )

  it('get_agent_performance_stats: refuses customers, and returns null without data', async () => {
    const { admin, owner, visitor } = people
    const none = {
      assigned_tickets: 0,
      resolved_today: 0,
      average_response_time: null,
      satisfaction_rate: null,
    }
    expect((await admin.client.rpc('get_agent_performance_stats')).data).toEqual([none])
    const refused = await owner.client.rpc('get_agent_performance_stats')
    expectError(refused, 'agent_required', 'Must be logged in as an agent to view dashboard')
    expectForbidden(await visitor.rpc('get_agent_performance_stats'))
  })

  it("get_customer_dashboard: returns the customer's own figures", async () => {
    const { otherCustomer, agent, visitor } = people
    const empty = await otherCustomer.client.rpc('get_customer_dashboard')
    expect(empty.data).toEqual({
      open_tickets: 0,
      recent_activity: 0,
      average_response_minutes: null,
      recent_tickets: [],
    })
    const first = await insertTicket(otherCustomer)
    for (let n = 0; n < 5; n++)
      await insertTicket(otherCustomer, { subject: `Later ${n}`, status: 'pending' })
    await insertComment(agent, first)
    const { data } = await otherCustomer.client.rpc('get_customer_dashboard')
    expect(data).toMatchObject({ open_tickets: 1, recent_activity: 6, average_response_minutes: 0 })
    expect(data.recent_tickets).toHaveLength(5)
    expect(data.recent_tickets[0]).toMatchObject({ id: first, number: expect.any(Number) })
    expectForbidden(await visitor.rpc('get_customer_dashboard'))
  })

  it('get_customer_dashboard: counts changes of exactly the last 24 hours', async () => {
    const { owner } = people
    const claims = JSON.stringify({ sub: owner.id, role: 'authenticated' })
    const recentAfter = (age: string) =>
      db.begin(async (tx) => {
        // now() is constant within a transaction.
        await tx`delete from public.tickets where customer_id = ${owner.id}`
        await tx`insert into public.tickets (subject, description, created_by, customer_id, updated_at)
          values ('Old', 'Ten characters', ${owner.id}, ${owner.id}, now() - ${age}::interval)`
        await tx`select set_config('request.jwt.claims', ${claims}, true)`
        const [row] = await tx<{ recent: number }[]>`
          select (public.get_customer_dashboard() ->> 'recent_activity')::integer as recent`
        return row?.recent
      })
    expect(await recentAfter('23:59:59.999999')).toBe(1)
    expect(await recentAfter('24:00:00')).toBe(1)
    expect(await recentAfter('24:00:00.000001')).toBe(0)
  })
})
