import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '../backup/backup'
import { explainDiskError } from '../data-folder/disk-errors'
import { exists } from '../exists'
import { readSettings } from '../settings'
import { StartError } from '../start-error'
import { runCommand, withDatabase } from './with-database'

const print = (line: string) => process.stdout.write(`${line}\n`)

runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name, ...more] = positionals
  if (!name || more.length > 0)
    throw new StartError('Name the file: npm run backup -- helpdesk-backup.tar.gz')
  // npm changes to the checkout; INIT_CWD is the caller's folder.
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const settings = readSettings(process.env)
  const { dataDir, databaseUrl } = settings
  if (databaseUrl) {
    throw new StartError(
      'DATABASE_URL names a server outside the data folder: back it up with pg_dump, and the folder ' +
        `${join(dataDir, 'storage')} and ${join(dataDir, 'keys.json')} beside it.`,
    )
  }
  if (!(await exists(join(dataDir, 'keys.json')))) throw new StartError(`There is no data in ${dataDir} yet.`)
  const files = await withDatabase(settings, print, (url, databasePassword) =>
    backup({ dataDir, databaseUrl: url, databasePassword, file }),
  ).catch((error: unknown) => {
    throw explainDiskError(error, 'The backup could not be written')
  })
  const { size } = await stat(file)
  print(
    `Backup written: ${file} (${(size / 1024 / 1024).toFixed(1)} MB; the database, the keys and ${files} files).`,
  )
  print('It contains the keys and passwords of this portal: store it where nobody else can read it.')
})
