/**
 * Starts a database in the state of a hosted project before the first migration, for tests. Prints one JSON line with the
 * URLs of `postgres` and of the superuser, and ends on SIGTERM. With `none`, nothing is granted on `public` by default.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openDataFolder } from '../data-folder/folder'
import { clusterFolder, startCluster } from '../postgres/cluster'
import { asUser, prepareHosted } from './prepare'

const [folder, chosen = 'all'] = process.argv.slice(2)
if (!folder || (chosen !== 'all' && chosen !== 'none'))
  throw new Error('usage: main.ts <empty folder> [all | none]')
const grants = chosen
const dataDir = resolve(folder)
const password = randomUUID()

async function main(): Promise<void> {
  await openDataFolder(dataDir)
  const cluster = await startCluster({ dataDir, password, log: () => {} })
  const stop = async () => {
    await cluster.stop()
    await rm(clusterFolder(dataDir, password), { recursive: true, force: true })
  }
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  try {
    await prepareHosted(cluster.url, { password, grants, own: {} })
    const urls = { url: asUser(cluster.url, 'postgres'), adminUrl: asUser(cluster.url, 'supabase_admin') }
    process.stdout.write(`${JSON.stringify(urls)}\n`)
  } catch (error) {
    await stop()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
})
