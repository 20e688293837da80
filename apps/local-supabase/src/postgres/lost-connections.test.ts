import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPeople, keepBusy, type Person, type Work } from '../test-support/busy-people'
import { startCluster, type Cluster } from './cluster'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

const WRITERS = 20
/** Counted from when the server accepts connections again. */
const LIMIT_MS = 5_000

type Kind = 'embedded' | 'DATABASE_URL'

interface Fault {
  name: string
  kinds: Kind[]
  /** Whether the connection that listens is lost too. */
  all: boolean
  run(db: Sql, pids: number[]): Promise<unknown>
}

/** Process ids of the services' connections, those at work first. */
async function backends(db: Sql): Promise<number[]> {
  const rows = await db<{ pid: number }[]>`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and query not ilike 'listen%'
    order by state = 'active' desc nulls last, state like 'idle in%' desc`
  return rows.map(({ pid }) => pid)
}

/** Waits until the server accepts connections. */
async function untilBack(stack: Stack): Promise<void> {
  for (;;) {
    const db = postgres(stack.databaseUrl, { max: 1, connect_timeout: 1, onnotice: () => {} })
    const isBack = await db`select 1`.then(
      () => true,
      () => false,
    )
    await db.end({ timeout: 0 })
    if (isBack) return
    await sleep(50)
  }
}

const faults: Fault[] = [
  {
    name: 'the end of one connection at work',
    kinds: ['embedded'],
    all: false,
    run: async (db, [pid = 0]) => db`select pg_terminate_backend(${pid})`,
  },
  {
    name: 'the end of all connections',
    kinds: ['DATABASE_URL'],
    all: true,
    run: async (db) => db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  },
  {
    name: 'kill -9 of one backend',
    kinds: ['embedded', 'DATABASE_URL'],
    all: true,
    run: async (_db, [pid = 0]) => process.kill(pid, 'SIGKILL'),
  },
  {
    name: 'a fast restart of the server',
    kinds: ['DATABASE_URL'],
    all: true,
    // startCluster starts it again. As `pg_ctl -m fast restart` does, by SIGINT to the parent of all backends.
    async run(_db, [pid = 0]) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      process.kill(Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]), 'SIGINT')
    },
  },
]

describe.each<Kind>(['embedded', 'DATABASE_URL'])('with the database: %s', (kind) => {
  let folder: string
  let server: Cluster | undefined
  let stack: Stack
  let people: Person[]
  let agent: SupabaseClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helpdesk-lost-'))
    await chmod(folder, 0o711)
    if (kind === 'DATABASE_URL') {
      const dataDir = join(folder, 'server')
      await mkdir(dataDir, { mode: 0o711 })
      server = await startCluster({ dataDir, password: 'of-the-server', log: () => {} })
    }
    stack = await startStack(server ? { env: { DATABASE_URL: server.url, HELPDESK_MAILBOX: 'on' } } : {})
    people = await createPeople(stack, WRITERS)
    await createUser(stack, { email: 'agent@example.com', role: 'agent' })
    agent = await clientAs(stack, 'agent@example.com')
  })
  afterAll(async () => {
    await stack?.stop()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a reply and waits for its mail. */
  async function timeOfMail() {
    const [first] = people
    const before = (await stack.mails(first?.email)).length
    const began = performance.now()
    const reply = { ticket_id: first?.ticketId, content: 'We are back.', files: 0 }
    while ((await agent.rpc('send_reply', reply)).error) await sleep(100)
    await expect
      .poll(async () => (await stack.mails(first?.email)).length, { timeout: 40_000, interval: 200 })
      .toBeGreaterThan(before)
    return performance.now() - began
  }

  const ofKind = faults.filter(({ kinds }) => kinds.includes(kind))
  it.each(ofKind)('recovers from $name', async ({ all, run }) => {
    const renewals = () => stack.output().split('Connections to the database renewed').length
    const renewed = renewals()
    const work: Work = { isOver: false, attempts: [] }
    const working = keepBusy(people, work)
    await sleep(500)
    const db = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
    await run(db, await backends(db)).catch(() => {})
    await db.end({ timeout: 0 })
    await sleep(100)
    await untilBack(stack)
    const back = performance.now()
    const mail = timeOfMail()
    const { attempts } = work
    const isServed = ({ email }: Person) =>
      attempts.some((attempt) => attempt.email === email && attempt.status < 500 && attempt.began > back)
    await vi.waitFor(() => expect(people.filter((person) => !isServed(person))).toEqual([]), LIMIT_MS)
    work.isOver = true
    await working
    expect(attempts.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))).toEqual([])
    const late = attempts.filter(({ began, end }) => began < back && end > back + LIMIT_MS)
    expect(late).toEqual([])
    expect(await mail).toBeLessThan(10_000)
    if (all) expect(renewals()).toBe(renewed + 1)

    const after = sql(stack)
    const [row] = await after<{ lost: number }[]>`
      select count(*)::int as lost from unnest(${people.flatMap(({ acknowledged }) => acknowledged)}::uuid[]) as a (id)
      where not exists (select from public.comments c where c.request_id = a.id)`
    await after.end()
    expect(row).toEqual({ lost: 0 })
  })
})
