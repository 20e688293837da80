import { parseArgs } from 'node:util'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { openDataFolder } from '../data-folder/folder'
import { loadKeys } from '../data-folder/keys'
import { lockDataFolder } from '../data-folder/lock'
import { migrate } from '../database/migrate'
import { clusterFolder, startCluster } from '../postgres/cluster'
import { readSettings, type Settings } from '../settings'
import { exitCodes, StartError } from '../start-error'
import { addTickets } from './bulk-tickets'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The address of the instance that runs on the folder: PostgreSQL writes its port into postmaster.pid. */
async function runningUrl(settings: Settings, password: string): Promise<string | undefined> {
  const text = await readFile(
    join(clusterFolder(settings.dataDir, password), 'postmaster.pid'),
    'utf8',
  ).catch(() => '')
  const port = text.split('\n')[3]
  return port ? `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres` : undefined
}

async function fill(url: string, settings: Settings, count: number): Promise<void> {
  const sql: Sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await migrate(sql, join(settings.supabaseDir, 'migrations'))
    const from = performance.now()
    await addTickets(sql, count)
    say(`${count} tickets added in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  } finally {
    await sql.end({ timeout: 3 })
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tickets: { type: 'string', default: '1000' } } })
  const count = Number(values.tickets)
  if (!Number.isInteger(count) || count < 1 || count > 5_000_000) {
    throw new StartError(`--tickets must be a number from 1 to 5000000, not "${values.tickets}".`)
  }
  const settings = readSettings(process.env)
  if (settings.databaseUrl) return fill(settings.databaseUrl, settings, count)
  await openDataFolder(settings.dataDir)
  const { databasePassword: password } = await loadKeys(settings.dataDir)
  let release: () => Promise<void>
  try {
    release = await lockDataFolder(settings.dataDir, settings.port)
  } catch (error) {
    const url = await runningUrl(settings, password)
    const inUse = error instanceof StartError && error.exitCode === exitCodes.inUse
    if (!inUse || !url) throw error
    return fill(url, settings, count)
  }
  try {
    const cluster = await startCluster({ dataDir: settings.dataDir, password, log: say })
    try {
      await fill(cluster.url, settings, count)
    } finally {
      await cluster.stop()
    }
  } finally {
    await release()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof StartError ? error.exitCode : exitCodes.failed)
})
