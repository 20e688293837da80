import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createUsers,
  db,
  expectError,
  expectSignedOut,
  type TestUser,
  type TestUsers,
} from './support/backend'

let people: TestUsers
const forgetAll = () => db`truncate private.client_events, private.client_reports`
beforeAll(async () => {
  people = await createUsers()
  // What another file reported.
  await forgetAll()
})
afterEach(async () => {
  await forgetAll()
})

const event = (changes: object = {}) => ({
  kind: 'error',
  name: 'TypeError',
  remote: 'agent-workspace',
  version: '0.1.0-3f9c2a1b7d04',
  browser: 'chromium',
  ...changes,
})
const vital = (name: string, value: number, changes: object = {}) =>
  event({ kind: 'vital', name, value, ...changes })
const report = (who: TestUser, events: unknown) => who.client.rpc('report_client_events', { events })
const rows = () =>
  db<{ kind: string; name: string; events: number }[]>`
    select kind, name, sum(events)::int as events from private.client_events group by kind, name, bucket
    order by kind, name, bucket`
const health = z.object({
  releases: z.array(z.record(z.string(), z.unknown())),
  failures: z.array(z.record(z.string(), z.unknown())),
})
const healthFor = async (who: TestUser, days?: number) =>
  health.parse((await who.client.rpc('get_client_health', { days })).data)

describe('report_client_events', () => {
  it('counts events of everybody in one row per hour, without a user', async () => {
    const { owner, agent, admin } = people
    for (const who of [owner, agent, admin])
      expect((await report(who, [event(), event(), event({ kind: 'load' })])).error).toBeNull()
    expect(await rows()).toEqual([
      { kind: 'error', name: 'TypeError', events: 6 },
      { kind: 'load', name: 'TypeError', events: 3 },
    ])
    const columns = await db`
      select column_name as name from information_schema.columns
      where table_schema = 'private' and table_name = 'client_events' order by 1`
    expect(columns.map(({ name }) => name as string)).toEqual([
      'browser',
      'bucket',
      'events',
      'hour',
      'kind',
      'last_at',
      'name',
      'remote',
      'version',
    ])
  })

  it('rejects anonymous callers', async () => {
    const { error } = await people.visitor.rpc('report_client_events', { events: [event()] })
    expect(error?.code).toBe('42501')
    expect(await rows()).toEqual([])
  })

  it('rejects a caller whose session ended', async () => {
    const { otherAgent } = people
    await db`delete from auth.sessions where user_id = ${otherAgent.id}`
    expectSignedOut(await report(otherAgent, [event()]))
  })

  it.each([
    ['no list', event()],
    ['null', null],
    ['more than 50 events', Array.from({ length: 51 }, () => event())],
    ['a text', ['TypeError']],
    ['another kind', [event({ kind: 'click' })]],
    ['a message as name', [event({ name: 'Cannot read “secret” of ticket 7, bo@example.com' })]],
    ['a long name', [event({ name: 'E'.repeat(81) })]],
    ['an unknown vital', [vital('FID', 3)]],
    ['a vital without a value', [event({ kind: 'vital', name: 'LCP' })]],
    ['a vital with a text', [event({ kind: 'vital', name: 'LCP', value: '12' })]],
    ['a path as remote', [event({ remote: '../etc' })]],
    ['a long version', [event({ version: '1'.repeat(41) })]],
    ['a user agent', [event({ browser: 'Mozilla/5.0' })]],
  ])('rejects %s and stores nothing', async (_, events) => {
    expectError(await report(people.owner, events), 'events_invalid')
    expect(await rows()).toEqual([])
  })

  it('accepts 6 reports a minute of each person, then answers 429', async () => {
    const { owner, agent } = people
    for (let n = 0; n < 6; n++) expect((await report(owner, [event()])).error).toBeNull()
    const refused = await report(owner, [event()])
    expect(refused.status).toBe(429)
    expectError(refused, 'client_events_limit')
    expect((await report(agent, [event()])).error).toBeNull()
    expect(await rows()).toMatchObject([{ events: 7 }])
    const began = (seconds: number) =>
      db`update private.client_reports set since = clock_timestamp() - ${seconds} * interval '1 second'`
    await began(30)
    expect((await report(owner, [event()])).status).toBe(429)
    await began(60)
    expect((await report(owner, [event()])).error).toBeNull()
  })

  it('removes counts older than 30 days', async () => {
    await report(people.owner, [event()])
    await db`update private.client_events set hour = hour - interval '31 days'`
    await report(people.owner, [event({ name: 'RangeError' })])
    expect(await rows()).toEqual([{ kind: 'error', name: 'RangeError', events: 1 }])
  })

  it('counts under "other" once an hour has 2000 different groups', async () => {
    await db`insert into private.client_events
      select date_trunc('hour', now()), 'error', 'E' || n, 'x', '1', 'other', 0, 1, now() from generate_series(1, 2000) n`
    await report(people.owner, [event({ name: 'New' }), vital('CLS', 0.2)])
    const added =
      await db`select kind, name, remote, version from private.client_events where remote <> 'x' order by 1`
    expect([...added]).toEqual([
      { kind: 'error', name: 'other', remote: 'other', version: 'other' },
      { kind: 'vital', name: 'CLS', remote: 'other', version: 'other' },
    ])
  })
})

describe('get_client_health', () => {
  it('shows admins each release with its failures and the 75th percentile of its vitals', async () => {
    const other = { version: '0.1.0-000000000000' }
    await report(people.owner, [
      ...[100, 200, 300, 4000].map((value) => vital('LCP', value)),
      vital('CLS', 0),
      event(),
      event({ kind: 'load', name: 'RemoteError timeout', ...other }),
      event({ kind: 'load', name: 'RemoteError timeout', ...other }),
    ])
    const { releases, failures } = await healthFor(people.admin)
    const release = releases.find(({ version }) => version === event().version)
    expect(release).toMatchObject({
      remote: 'agent-workspace',
      errors: 1,
      load_failures: 0,
      inp: null,
      cls: 0.01,
    })
    // the bucket of 300
    expect(release?.['lcp']).toBeGreaterThanOrEqual(300)
    expect(release?.['lcp']).toBeLessThan(360)
    expect(releases.find(({ version }) => version === other.version)).toMatchObject({
      errors: 0,
      load_failures: 2,
    })
    expect(failures.map(({ kind, name, events }) => ({ kind, name, events }))).toEqual([
      { kind: 'load', name: 'RemoteError timeout', events: 2 },
      { kind: 'error', name: 'TypeError', events: 1 },
    ])
  })

  it('leaves out what is older than the days asked for', async () => {
    await report(people.owner, [event()])
    await db`update private.client_events set hour = hour - interval '2 days'`
    expect((await healthFor(people.admin, 1)).releases).toEqual([])
    expect((await healthFor(people.admin)).releases).toHaveLength(1)
  })

  it('rejects agents, customers and anonymous callers', async () => {
    for (const { client } of [people.agent, people.owner])
      expectError(await client.rpc('get_client_health'), 'admin_required')
    expect((await people.visitor.rpc('get_client_health')).error?.code).toBe('42501')
  })
})

it.each([
  ['LCP', 0, 8],
  ['LCP', 8, 8],
  ['LCP', 8.01, 9.6],
  ['LCP', 9.6, 9.6],
  ['CLS', 0.01, 0.01],
  ['CLS', 0.0101, 0.012],
])('counts %s %d up to %d', async (name, value, bound) => {
  const [row] = await db`select private.vital_bucket(${name}, ${value})::float8 as bound`
  expect(row?.['bound']).toBeCloseTo(bound, 5)
})
