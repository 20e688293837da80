import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { startSink, type Sink } from '../../src/test-support/mail-sink'
import type { Portal } from './portal'

/** Milliseconds that a full disk or a missing mail server lasts. */
const LASTS_MS = 5_000

export interface Surroundings {
  portal: Portal
  /** A file system of its own, so that it can be filled; undefined where nothing can be mounted. */
  disk: string | undefined
  smtpPort: number
  sink: { current: Sink; got: Sink['got'] }
}

async function backends({ portal }: Surroundings): Promise<number[]> {
  const sql = postgres(portal.databaseUrl(), { max: 1, onnotice: () => undefined })
  try {
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by state = 'active' desc, random()`
    return rows.map(({ pid }) => pid)
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined)
  }
}

function kill(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The crash of another one ended it.
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w')
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // No room for another piece of this size.
    }
  }
  closeSync(file)
}

/** What happens to a workspace, each until its promise resolves. */
export const faults: Record<string, (around: Surroundings) => Promise<void>> = {
  'one backend killed': async (around) => kill((await backends(around))[0]),
  'all backends killed': async (around) => (await backends(around)).forEach(kill),
  'Node killed': async ({ portal }) => kill(portal.pid()),
  'disk full': async ({ disk }) => {
    if (!disk) return
    const path = join(disk, 'filler')
    fill(path)
    await sleep(LASTS_MS)
    rmSync(path)
  },
  'SMTP down': async ({ sink, smtpPort }) => {
    await sink.current.close()
    await sleep(LASTS_MS)
    const next = await startSink(smtpPort)
    next.got = sink.got
    sink.current = next
  },
  'sockets cut': async ({ portal }) => portal.cutSockets(),
}
