import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD, sql, type Stack } from '@helpdesk/testing/stack'
import { loadKeys } from '../src/data-folder/keys'
import { clusterFolder } from '../src/postgres/cluster'
import { actions, WrongAnswer, type World } from './actions'
import { createPeople, type Person } from './people'

export interface LoadOptions {
  people: number
  seconds: number
  /** Average milliseconds between two actions of a person. */
  think: number
  /** Crashes the database half-way (SIGQUIT: recovery from the log). */
  restart: boolean
}

export interface LoadReport {
  actions: Record<string, { count: number; p50: number; p95: number; max: number }>
  requests: number
  errors: string[]
  wrong: string[]
  /** Requests that got 503 or no response, and were retried. */
  repeated: number
  /** The longest action that was affected by the restart, in milliseconds. */
  recovered: number
  acknowledged: number
  lost: number
  duplicates: number
}

/** As clients do: after 503, or without a response. */
const isRetryable = (status: number) => status === 0 || status === 503
const RETRY_TIMEOUT_MS = 15_000

const percentile = (sorted: number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

/** Sends SIGQUIT to the postmaster. */
async function crash(stack: Stack): Promise<void> {
  const { databasePassword } = await loadKeys(stack.dataDir)
  const file = join(clusterFolder(stack.dataDir, databasePassword), 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGQUIT')
}

/** Connects once the database accepts it: on a busy machine its recovery takes a while. */
async function connect(stack: Stack) {
  for (const end = Date.now() + 60_000; ; await sleep(200)) {
    const db = sql(stack)
    try {
      await db`select 1`
      return db
    } catch (error) {
      await db.end({ timeout: 1 })
      if (Date.now() > end) throw error
    }
  }
}

/** Simulates people of all roles, checks every response, and looks up every acknowledged write. */
export async function runLoad(stack: Stack, options: LoadOptions): Promise<LoadReport> {
  let db = sql(stack)
  const people = await createPeople(stack, db, options.people)
  const owned = await db<{ id: string; customer_id: string }[]>`select id, customer_id from public.tickets`
  const world: World = {
    people,
    acknowledged: new Map(),
    foreignTicket: (me) => owned.find((row) => row.customer_id !== me.id)?.id ?? '',
  }
  const durations = new Map<string, number[]>()
  const report: LoadReport = {
    actions: {},
    requests: 0,
    errors: [],
    wrong: [],
    repeated: 0,
    recovered: 0,
    acknowledged: 0,
    lost: 0,
    duplicates: 0,
  }

  async function act(
    name: string,
    work: (ask: Parameters<(typeof actions)['agent'][0][1]>[2]) => Promise<void>,
  ) {
    const start = performance.now()
    let retried = false
    const ask: Parameters<(typeof actions)['agent'][0][1]>[2] = async (send) => {
      for (let pause = 200; ; pause = Math.min(pause * 2, 800)) {
        report.requests += 1
        const { data, error, status } = await send()
        if (!error) return data
        if (!isRetryable(status) || performance.now() - start > RETRY_TIMEOUT_MS)
          throw new Error(`${status} ${error.code ?? ''} ${error.message}`)
        retried = true
        report.repeated += 1
        await sleep(pause)
      }
    }
    try {
      await work(ask)
    } catch (error) {
      const text = `${name}: ${error instanceof Error ? error.message : String(error)}`
      ;(error instanceof WrongAnswer ? report.wrong : report.errors).push(text)
    }
    const spent = performance.now() - start
    if (retried) report.recovered = Math.max(report.recovered, Math.round(spent))
    else durations.set(name, [...(durations.get(name) ?? []), spent])
  }

  const end = performance.now() + options.seconds * 1000
  async function simulate(me: Person) {
    await sleep(Math.random() * Math.min(options.think * 2, options.seconds * 200))
    await act('sign in', async (ask) => {
      await ask(async () => {
        const { error } = await me.client.auth.signInWithPassword({
          email: me.email,
          password: DEMO_PASSWORD,
        })
        return { data: null, error, status: error ? (error.status ?? 0) : 200 }
      })
    })
    while (performance.now() < end) {
      const choice = actions[me.role][Math.floor(Math.random() * actions[me.role].length)]
      if (choice) await act(`${me.role}: ${choice[0]}`, (ask) => choice[1](me, world, ask))
      await sleep(options.think * (0.5 + Math.random()))
    }
  }
  const crashing = options.restart ? sleep(options.seconds * 500).then(() => crash(stack)) : Promise.resolve()
  await Promise.all([...people.map(simulate), crashing])

  // Connections from before the crash are lost.
  await db.end({ timeout: 1 })
  db = await connect(stack)
  for (const table of ['tickets', 'comments'] as const) {
    const ids = [...world.acknowledged].filter(([, kind]) => kind === table).map(([id]) => id)
    const found = await db<{ request_id: string; count: number }[]>`
      select request_id, count(*)::int from ${db(`public.${table}`)} where request_id is not null group by 1`
    const counts = new Map(found.map((row) => [row.request_id, row.count]))
    report.acknowledged += ids.length
    report.lost += ids.filter((id) => !counts.has(id)).length
    report.duplicates += found.filter(({ count }) => count > 1).length
  }
  await db.end()
  for (const [name, times] of [...durations].sort(([one], [other]) => one.localeCompare(other))) {
    const sorted = times.sort((one, other) => one - other)
    report.actions[name] = {
      count: sorted.length,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      max: percentile(sorted, 1),
    }
  }
  return report
}
