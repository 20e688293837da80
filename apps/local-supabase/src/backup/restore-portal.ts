import { join } from 'node:path'
import type { Sql } from 'postgres'
import { explainDiskError } from '../data-folder/disk-errors'
import { openDataFolder } from '../data-folder/folder'
import { loadKeys } from '../data-folder/keys'
import { lockDataFolder } from '../data-folder/lock'
import { prepareOwner } from '../database/owner'
import { upgrade } from '../migrations/upgrade'
import { startCluster } from '../postgres/cluster'
import { withConnection } from '../postgres/pool'
import type { Settings } from '../settings'
import { countFiles, restore, undoRestore } from './restore'

/** What a restored database contains. */
async function count(sql: Sql, dataDir: string) {
  const [rows] = await sql<{ users: number; tickets: number }[]>`
    select (select count(*)::int from auth.users) as users, (select count(*)::int from public.tickets) as tickets`
  const named = await sql<{ bucket: string; version: string }[]>`
    select bucket_id as bucket, version from storage.objects where version is not null`
  return { users: rows?.users, tickets: rows?.tickets, ...(await countFiles(dataDir, named)) }
}

/** Brings the restored database up to date. */
async function upgradeRestored({ dataDir, supabaseDir }: Settings, password: string) {
  const cluster = await startCluster({ dataDir, password, log: () => {} })
  try {
    const { url, isHosted } = await prepareOwner(cluster.url, password)
    return await withConnection(url, async (sql) => {
      const dir = join(supabaseDir, 'migrations')
      await upgrade(sql, { dir, url: cluster.url, secret: password, isHosted })
      return count(sql, dataDir)
    })
  } finally {
    await cluster.stop()
  }
}

/**
 * Restores a backup into an empty data folder and brings its database up to date, completely or not at all.
 * @returns what it contains
 * @throws StartError when the folder has data, or this version cannot read the file or take over its database
 */
export async function restorePortal(file: string, settings: Settings) {
  const { dataDir, port } = settings
  await openDataFolder(dataDir)
  const release = await lockDataFolder(dataDir, port)
  try {
    await restore(file, dataDir).catch((error: unknown) => {
      throw explainDiskError(error, `${file} could not be restored`)
    })
    const { databasePassword } = await loadKeys(dataDir)
    try {
      return await upgradeRestored(settings, databasePassword)
    } catch (error) {
      await undoRestore(dataDir, databasePassword)
      throw error
    }
  } finally {
    await release()
  }
}
