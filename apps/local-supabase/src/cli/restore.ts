import '../hide-node20-notice'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restorePortal } from '../backup/restore-portal'
import { readSettings } from '../settings'
import { StartError } from '../start-error'
import { runCommand } from './with-database'

const print = (line: string) => process.stdout.write(`${line}\n`)

runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name, ...more] = positionals
  if (!name || more.length > 0)
    throw new StartError('Name the file: npm run restore -- helpdesk-backup.tar.gz')
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const settings = readSettings(process.env)
  if (settings.databaseUrl)
    throw new StartError(
      'DATABASE_URL is set: a backup is restored into a data folder, not into that server.',
    )
  const { users, tickets, files, missing } = await restorePortal(file, settings)
  print(`Restored into ${settings.dataDir}: ${users} users, ${tickets} tickets, ${files} files.`)
  if (missing > 0) print(`${missing} files were not in the backup.`)
})
