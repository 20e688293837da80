import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countFiles, restore } from '../backup/restore'
import { explainDiskError } from '../data-folder/disk-errors'
import { openDataFolder } from '../data-folder/folder'
import { lockDataFolder } from '../data-folder/lock'
import { withConnection } from '../postgres/pool'
import { readSettings } from '../settings'
import { StartError } from '../start-error'
import { runCommand, withDatabase } from './with-database'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Prints what the restored database contains. */
const printSummary = (url: string, dataDir: string): Promise<void> =>
  withConnection(url, async (sql) => {
    const [count] = await sql`
      select (select count(*)::int from auth.users) as users, (select count(*)::int from public.tickets) as tickets`
    const named = await sql<{ bucket: string; version: string }[]>`
      select bucket_id as bucket, version from storage.objects where version is not null`
    const { files, missing } = await countFiles(dataDir, named)
    print(`Restored into ${dataDir}: ${count?.users} users, ${count?.tickets} tickets, ${files} files.`)
    if (missing > 0) print(`${missing} files were not in the backup.`)
  })

runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name, ...more] = positionals
  if (!name || more.length > 0)
    throw new StartError('Name the file: npm run restore -- helpdesk-backup.tar.gz')
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const settings = readSettings(process.env)
  const { dataDir, port } = settings
  if (settings.databaseUrl)
    throw new StartError(
      'DATABASE_URL is set: a backup is restored into a data folder, not into that server.',
    )
  await openDataFolder(dataDir)
  const release = await lockDataFolder(dataDir, port)
  try {
    await restore(file, dataDir)
  } catch (error) {
    throw explainDiskError(error, `${file} could not be restored`)
  } finally {
    await release()
  }
  await withDatabase(
    settings,
    () => {},
    (url) => printSummary(url, dataDir),
  )
})
