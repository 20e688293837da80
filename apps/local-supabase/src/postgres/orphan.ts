import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../data-folder/process-identity'
import { exitCodes, StartError } from '../start-error'

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return process.platform !== 'linux'
  }
}

async function hasEnded(pid: number, limit: number): Promise<boolean> {
  const end = Date.now() + limit
  while (Date.now() < end) {
    if (!isAlive(pid)) return true
    await sleep(50)
  }
  return !isAlive(pid)
}

/**
 * Stops the PostgreSQL of a parent that was killed with SIGKILL. The caller holds the data folder's lock, so the server in
 * postmaster.pid is an orphan.
 */
export async function stopOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  let lines: string[]
  try {
    lines = (await readFile(file, 'utf8')).split('\n')
  } catch {
    return
  }
  const pid = Number(lines[0])
  // PostgreSQL itself handles a stale pid file: it also checks the shared memory.
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !isPostgres(pid)) return
  log(`Stopping the PostgreSQL that a killed start left behind (process ${pid})`)
  for (const [signal, limit] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 8_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
    if (await hasEnded(pid, limit)) return
  }
  throw new StartError(
    `An older PostgreSQL (process ${pid}) still runs on ${clusterDir} and does not stop. Stop it and start again.`,
    exitCodes.database,
  )
}
