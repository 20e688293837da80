import { beforeAll, describe, expect, it } from 'vitest'
import { db, expectError, expectForbidden } from './support/backend'
import { createReportedTickets } from './support/reported-tickets'

const { people, made } = createReportedTickets()
/** Unresolved tickets of other tests. */
let others: number
beforeAll(async () => {
  others = (await report('2020-03-01', '2020-03-01')).data.days[0].backlog
  // A month in the past without tickets of other tests.
  await made('2020-03-01T10:00Z', {
    priority: 'high',
    tags: ['billing'],
    answered: 30,
    resolved: 120,
    by: 'agent',
    score: 5,
  })
  await made('2020-03-01T23:30Z', { priority: 'low', tags: ['billing', 'login'], answered: 10, by: 'agent' })
  await made('2020-03-02T09:00Z', {
    priority: 'high',
    answered: 90,
    resolved: 1440,
    by: 'otherAgent',
    score: 2,
  })
  await made('2020-02-20T09:00Z', { priority: 'normal', resolved: 12 * 1440 + 60, by: 'otherAgent' })
})

const report = async (from: string, to: string, zone?: string, filter?: object) =>
  people().admin.client.rpc('get_report', {
    from_day: from,
    to_day: to,
    ...(zone && { time_zone: zone }),
    ...(filter && { filter }),
  })

describe('get_report', () => {
  it('counts created, resolved and open tickets by day', async () => {
    const { data, error } = await report('2020-03-01', '2020-03-04')
    expect(error).toBeNull()
    expect(data).toMatchObject({ created: 3, resolved: 3 })
    // One older ticket is open until 3 March, 10:00.
    expect(data.days).toEqual([
      { day: '2020-03-01', created: 2, resolved: 1, backlog: others + 2 },
      { day: '2020-03-02', created: 1, resolved: 0, backlog: others + 3 },
      { day: '2020-03-03', created: 0, resolved: 2, backlog: others + 1 },
      { day: '2020-03-04', created: 0, resolved: 0, backlog: others + 1 },
    ])
  })

  it('uses days of the reader’s time zone', async () => {
    const { data } = await report('2020-03-01', '2020-03-02', 'Europe/Berlin')
    expect(data.days.map((day: { created: number }) => day.created)).toEqual([1, 2])
  })

  it('returns median and 90th percentile in minutes', async () => {
    const { data } = await report('2020-03-01', '2020-03-04')
    expect(data.first_response).toEqual({ count: 3, median: 30, p90: 78 })
    expect(data.resolution).toEqual({ count: 3, median: 1440, p90: expect.closeTo(14160, 0) })
  })

  it('splits by status, priority, tag and agent, with satisfaction', async () => {
    const { agent, otherAgent } = people()
    const { data } = await report('2020-03-01', '2020-03-04')
    expect(data.by_status).toEqual({ open: 1, solved: 2 })
    expect(data.by_priority).toEqual({ high: 2, low: 1 })
    expect(data.by_tag).toEqual([
      { tag: 'billing', count: 2 },
      { tag: 'login', count: 1 },
    ])
    expect(data.by_agent).toEqual([
      {
        id: otherAgent.id,
        name: 'Rick Rival',
        resolved: 2,
        answered: 1,
        response_median: 90,
        ratings: 1,
        satisfaction_rate: 0,
      },
      {
        id: agent.id,
        name: 'Ada Agent',
        resolved: 1,
        answered: 2,
        response_median: 20,
        ratings: 1,
        satisfaction_rate: 1,
      },
    ])
    expect(data.satisfaction).toEqual({ count: 2, rate: 0.5, scores: [0, 1, 0, 0, 1] })
  })

  it('returns zeros for days without tickets', async () => {
    const { data } = await report('2019-01-01', '2019-01-02')
    expect(data).toMatchObject({ created: 0, resolved: 0, by_tag: [], by_agent: [], by_status: {} })
    expect(data.first_response).toEqual({ count: 0, median: null, p90: null })
    expect(data.satisfaction).toEqual({ count: 0, rate: null, scores: [0, 0, 0, 0, 0] })
  })

  it('has equal totals by day, status and priority, also across clock changes', async () => {
    const { data } = await report('2020-03-01', '2020-11-30', 'Europe/Berlin')
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(data.days).toHaveLength(275)
    expect(new Set(data.days.map(({ day }: { day: string }) => day)).size).toBe(275)
    expect(sum(data.days.map(({ created }: { created: number }) => created))).toBe(data.created)
    expect(sum(data.days.map(({ resolved }: { resolved: number }) => resolved))).toBe(data.resolved)
    expect(sum(Object.values(data.by_status))).toBe(data.created)
    expect(sum(Object.values(data.by_priority))).toBe(data.created)
  })

  it('takes the filter of lists', async () => {
    const { agent, otherAgent } = people()
    const of = async (filter: object) => {
      const { data, error } = await report('2020-03-01', '2020-03-04', 'UTC', filter)
      expect(error).toBeNull()
      return data
    }
    const high = await of({ priority: ['high'] })
    expect(high).toMatchObject({
      created: 2,
      resolved: 2,
      by_priority: { high: 2 },
      by_status: { solved: 2 },
    })
    expect(high.first_response).toEqual({ count: 2, median: 60, p90: 84 })
    expect(high.satisfaction).toMatchObject({ count: 2, rate: 0.5 })
    const billing = await of({ tag: 'billing', status: ['open'] })
    expect(billing).toMatchObject({ created: 1, resolved: 0, by_priority: { low: 1 } })
    expect(billing.satisfaction.count).toBe(0)
    const theirs = await of({ assignee: otherAgent.id })
    // The older one is open until 3 March.
    expect(theirs.days.map(({ backlog }: { backlog: number }) => backlog)).toEqual([1, 2, 0, 0])
    expect(theirs.by_agent).toMatchObject([{ id: otherAgent.id, resolved: 2, ratings: 1 }])
    expect((await of({ assignee: agent.id, unassigned: true })).created).toBe(0)
  })

  it('counts reopened tickets of the filter only', async () => {
    const day = '2020-05-05'
    for (const priority of ['high', 'low', 'low'])
      await db`insert into public.ticket_events ${db({
        ticket_id: await made(`${day}T08:00Z`, { priority }),
        actor_id: people().agent.id,
        kind: 'status',
        from_value: 'solved',
        to_value: 'open',
        created_at: new Date(`${day}T09:00Z`),
      })}`
    expect((await report(day, day)).data.reopened).toBe(3)
    expect((await report(day, day, 'UTC', { priority: ['low'] })).data.reopened).toBe(2)
  })

  it('does not count an undo of up to 75 seconds as reopened, and counts what comes later or from others', async () => {
    const day = '2020-05-07'
    const solved = Date.parse(`${day}T09:00Z`)
    const change = (ticket_id: string, to: string, seconds: number, actor = people().agent) =>
      db`insert into public.ticket_events ${db({
        ticket_id,
        actor_id: actor.id,
        kind: 'status',
        from_value: to === 'solved' ? 'open' : 'solved',
        to_value: to,
        created_at: new Date(solved + seconds * 1000),
      })}`
    const reopened = async (seconds: number, actor = people().agent) => {
      const before = (await report(day, day)).data.reopened
      const ticket = await made(`${day}T08:00Z`, { priority: 'low' })
      await change(ticket, 'solved', 0)
      await change(ticket, 'open', seconds, actor)
      return (await report(day, day)).data.reopened - before
    }
    for (const seconds of [1, 30, 60, 75]) expect(await reopened(seconds)).toBe(0)
    expect(await reopened(76)).toBe(1)
    expect(await reopened(30, people().owner)).toBe(1)
  })

  it('rejects filters that lists reject', async () => {
    for (const filter of [{ text: 'printer' }, { colour: 'red' }, { status: 'open' }, []])
      expectError(await report('2020-03-01', '2020-03-04', 'UTC', filter), 'filter_invalid')
  })

  it('takes about as long for a year as for a day with the same tickets', async () => {
    await db`insert into public.tickets ${db(
      Array.from({ length: 4000 }, () => ({
        subject: 'One of many',
        description: 'All of them on one day.',
        created_by: people().owner.id,
        customer_id: people().owner.id,
        created_at: new Date('2018-06-01T12:00Z'),
      })),
    )}`
    const cost = async (from: string, to: string) => {
      const [plan] = await db.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people().admin.id, role: 'authenticated' })}, true)`
        return sql`explain (analyze, timing off, format json) select public.get_report(${from}, ${to}, 'UTC')`
      })
      return Number(plan?.['QUERY PLAN'][0]['Execution Time'])
    }
    const day = await cost('2018-06-01', '2018-06-01')
    // Counting by day would scan 4,000 tickets 366 times, which takes seconds.
    expect(await cost('2018-01-01', '2018-12-31')).toBeLessThan(5 * day + 500)
  })

  it('rejects reversed ranges, more than a year, and unknown time zones', async () => {
    expectError(await report('2020-03-02', '2020-03-01'), 'report_range')
    expectError(await report('2020-01-01', '2021-01-02'), 'report_range')
    expect((await report('2020-01-01', '2021-01-01')).error).toBeNull()
    expectError(await report('2020-03-01', '2020-03-01', 'Mars/Olympus'), 'time_zone')
  })

  it('rejects other callers', async () => {
    const range = { from_day: '2020-03-01', to_day: '2020-03-04' }
    for (const who of ['agent', 'owner'] as const) {
      expectError(await people()[who].client.rpc('get_report', range), 'admin_required')
      expectError(
        await people()[who].client.rpc('get_report', { ...range, filter: { assignee: 'me' } }),
        'admin_required',
      )
      expectError(await people()[who].client.rpc('export_tickets', range), 'admin_required')
      expectError(await people()[who].client.rpc('get_admin_dashboard'), 'admin_required')
    }
    expectForbidden(await people().visitor.rpc('get_report', range))
    expectForbidden(await people().visitor.rpc('export_tickets', range))
    expectForbidden(await people().visitor.rpc('get_admin_dashboard'))
  })
})

describe('export_tickets', () => {
  it('returns the tickets of the range, newest first, by page', async () => {
    const page = async (after: object = {}) =>
      (
        await people().admin.client.rpc('export_tickets', {
          from_day: '2020-03-01',
          to_day: '2020-03-04',
          max_rows: 2,
          ...after,
        })
      ).data
    const first = await page()
    expect(first).toMatchObject([
      {
        ticket: {
          priority: 'high',
          requester_email: people().owner.email,
          assignee_email: people().otherAgent.email,
          number: expect.any(Number),
        },
        rating: 2,
      },
      { ticket: { desk_tags: ['billing', 'login'], assignee_email: people().agent.email }, rating: null },
    ])
    const rest = await page({ after: first[1].ticket })
    expect(rest).toHaveLength(1)
  })

  it('takes the filter of lists', async () => {
    const range = { from_day: '2020-03-01', to_day: '2020-03-04' }
    const exported = async (filter: object) => {
      const { data } = await people()
        .admin.client.rpc('export_tickets', { ...range, filter })
        .throwOnError()
      return (data as { ticket: { priority: string } }[]).map(({ ticket }) => ticket.priority)
    }
    expect(await exported({ assignee: people().otherAgent.id, priority: ['high'] })).toEqual(['high'])
    expect(await exported({ tag: 'billing', status: ['open'] })).toEqual(['low'])
    expectError(
      await people().admin.client.rpc('export_tickets', { ...range, filter: { text: 'x' } }),
      'filter_invalid',
    )
  })
})
