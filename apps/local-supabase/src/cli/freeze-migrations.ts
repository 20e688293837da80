/** `npm run migrations:freeze` adds the hashes of new migrations to the list; from then on they are never edited. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findEdited, listOf, readFrozen, readMigrations, restoreFile } from '../migrations/migration-files'
import { readSettings } from '../settings'
import { StartError } from '../start-error'
import { runCommand } from './with-database'

runCommand(async () => {
  const dir = join(readSettings({}).supabaseDir, 'migrations')
  const frozen = await readFrozen(dir)
  const migrations = await readMigrations(dir)
  const edited = findEdited(migrations, frozen)
  if (edited)
    throw new StartError(`The migration ${edited} was edited after it landed. ${restoreFile(edited)}`)
  const added = migrations.filter(({ file }) => !frozen.has(file))
  const lines = migrations.map(({ file, sha256 }) => `${sha256}  migrations/${file}\n`)
  await writeFile(listOf(dir), lines.join(''))
  for (const { file } of added) process.stdout.write(`Frozen: ${file}\n`)
  if (added.length === 0) process.stdout.write('Every migration is frozen already.\n')
})
