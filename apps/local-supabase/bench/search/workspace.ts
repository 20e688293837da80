import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { openDataFolder } from '../../src/data-folder/folder'
import { loadKeys } from '../../src/data-folder/keys'
import { migrate } from '../../src/database/migrate'
import { prepareOwner } from '../../src/database/owner'
import { seedDemo } from '../../src/database/seed'
import { clusterFolder, startCluster } from '../../src/postgres/cluster'
import { withConnection } from '../../src/postgres/pool'
import { readSettings } from '../../src/settings'

/** Runs `work` on a new database with the demo's people, without services; it is removed afterwards. */
export async function withNewWorkspace<T>(
  log: (line: string) => void,
  work: (sql: Sql, url: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'helpdesk-bench-'))
  const { supabaseDir } = readSettings({ ...process.env, HELPDESK_DATA: dataDir })
  try {
    await openDataFolder(dataDir)
    const { databasePassword: password } = await loadKeys(dataDir)
    const cluster = await startCluster({ dataDir, password, log })
    try {
      const { url } = await prepareOwner(cluster.url, password)
      return await withConnection(url, async (sql) => {
        await migrate(sql, join(supabaseDir, 'migrations'))
        await seedDemo(sql, supabaseDir, true)
        return work(sql, url)
      })
    } finally {
      await cluster.stop()
      // Outside the data folder where the database's account cannot read it.
      await rm(clusterFolder(dataDir, password), { recursive: true, force: true })
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
