import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fingerprint, root } from './fingerprint'

const run = promisify(execFile)
const cache = join(root, 'node_modules/.cache/helpdesk/stacks')
/** Inputs of a data folder. */
const sources = [
  'supabase/migrations',
  'supabase/seeds',
  'supabase/config.toml',
  'apps/local-supabase/src',
  'libs/testing/src/send-at-once.ts',
  'libs/testing/src/set-password.ts',
  'libs/testing/src/template.ts',
]
/** Age at which a lock is taken for that of a killed process. */
const STALE_LOCK_MS = 120_000

/** Includes the date, because the demo's times are relative to today. */
const today = () => new Date().toISOString().slice(0, 10)

/** Preserves owners and modes: PostgreSQL rejects a folder of another account. */
const copy = (from: string, to: string) => run('cp', ['-a', `${from}/.`, to])

async function lock(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > STALE_LOCK_MS) await rm(path, { recursive: true, force: true })
    return false
  }
}

async function createTemplate(template: string, seed: string, fill: (dataDir: string) => Promise<void>) {
  const draft = await mkdtemp(join(tmpdir(), 'helpdesk-template-'))
  try {
    await fill(draft)
    // the cluster is elsewhere when its account cannot access this folder
    if (!existsSync(join(draft, 'postgres'))) return
    // Tests kill the database, never the machine.
    await appendFile(join(draft, 'postgres/postgresql.conf'), '\nfsync = off\n')
    for (const name of await readdir(cache))
      if (name.startsWith(`${seed}-`) && !name.endsWith('.lock'))
        await rm(join(cache, name), { recursive: true, force: true })
    const copied = `${template}.${process.pid}`
    await mkdir(copied)
    await copy(draft, copied)
    await rename(copied, template)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Fills an empty data folder from a template: a copy takes a tenth of the time of initdb, migrations and seed.
 * Creates a missing template; leaves the folder empty while another process creates it, and on Windows.
 * @param fill - starts and stops a backend on that folder
 */
export async function copyTemplate(
  dataDir: string,
  seed: string,
  fill: (dataDir: string) => Promise<void>,
): Promise<void> {
  if (process.platform === 'win32') return
  await mkdir(cache, { recursive: true })
  const template = join(cache, `${seed}-${fingerprint(sources, today())}`)
  if (!existsSync(template)) {
    const lockPath = `${template}.lock`
    if (!(await lock(lockPath))) return
    try {
      if (!existsSync(template)) await createTemplate(template, seed, fill)
    } finally {
      await rm(lockPath, { recursive: true, force: true })
    }
  }
  if (existsSync(template)) await copy(template, dataDir)
}
