import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataFolder } from '../data-folder/folder'
import { loadKeys } from '../data-folder/keys'
import { lockDataFolder } from '../data-folder/lock'
import { restrictUmask } from '../data-folder/permissions'
import { clusterFolder, startCluster } from '../postgres/cluster'
import type { Settings } from '../settings'
import { exitCodes, StartError } from '../start-error'

/** URL of the folder's running server, whose port is in postmaster.pid. */
async function runningUrl(settings: Settings, password: string): Promise<string | undefined> {
  const file = join(clusterFolder(settings.dataDir, password), 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const port = text.split('\n')[3]
  return port ? `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres` : undefined
}

/** Uses the data folder's running database, or starts it for the duration of the work. */
export async function withDatabase<T>(
  settings: Settings,
  log: (line: string) => void,
  work: (url: string, password: string) => Promise<T>,
): Promise<T> {
  await openDataFolder(settings.dataDir)
  const { databasePassword: password } = await loadKeys(settings.dataDir)
  let release: () => Promise<void>
  try {
    release = await lockDataFolder(settings.dataDir, settings.port)
  } catch (error) {
    const url = await runningUrl(settings, password)
    const inUse = error instanceof StartError && error.exitCode === exitCodes.inUse
    if (!inUse || !url) throw error
    return work(url, password)
  }
  try {
    const cluster = await startCluster({ dataDir: settings.dataDir, password, log })
    try {
      return await work(cluster.url, password)
    } finally {
      await cluster.stop()
    }
  } finally {
    await release()
  }
}

/** Runs a command and prints errors without their stack. */
export function runCommand(main: () => Promise<void>): void {
  restrictUmask()
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof StartError ? error.exitCode : exitCodes.failed)
  })
}
