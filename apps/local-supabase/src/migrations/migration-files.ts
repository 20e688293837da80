import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCodes, StartError } from '../start-error'

export interface Migration {
  version: string
  name: string
  file: string
  path: string
  text: string
  sha256: string
}

const fileName = /^(\d+)_(.+)\.sql$/
const listLine = /^([0-9a-f]{64}) [ *](\S+)$/

/** Line ends are not compared: Git may write those of the system. */
export const hashOf = (text: string) =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** The hashes of landed migrations, beside their folder. In the format of `sha256sum`. */
export const listOf = (dir: string) => join(dir, '../migrations.sha256')

/** The migrations of a folder, in the order of their versions. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => fileName.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = fileName.exec(file) ?? []
      const path = join(dir, file)
      const text = await readFile(path, 'utf8')
      return { version, name, file, path, text, sha256: hashOf(text) }
    }),
  )
}

/** The hashes of landed migrations by file name. @throws StartError for a missing or unreadable list */
export async function readFrozen(dir: string): Promise<Map<string, string>> {
  const list = listOf(dir)
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    throw new StartError(`${list}, the list of landed migrations, cannot be read.`, exitCodes.database, {
      cause: error,
    })
  })
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      if (!line) return []
      const [, hash, path] = listLine.exec(line) ?? []
      if (!hash || !path) throw new StartError(`${list} has an unreadable line: ${line}`, exitCodes.database)
      return [[path.replace(/^.*\//, ''), hash] as const]
    }),
  )
}

/** A migration that landed is never edited. @returns the first file that was, or is missing */
export function findEdited(
  migrations: readonly Migration[],
  frozen: Map<string, string>,
): string | undefined {
  const hashes = new Map(migrations.map(({ file, sha256 }) => [file, sha256]))
  return [...frozen.keys()].sort().find((file) => hashes.get(file) !== frozen.get(file))
}

/** What to do about an edited file. */
export const restoreFile = (file: string) =>
  `Restore it (git checkout -- supabase/migrations/${file}) and put the change into a new migration.`

/**
 * Reads the migrations of a checkout.
 * @throws StartError when one was edited after it landed
 */
export async function readLandedMigrations(dir: string): Promise<Migration[]> {
  const migrations = await readMigrations(dir)
  const edited = findEdited(migrations, await readFrozen(dir))
  if (edited)
    throw new StartError(
      `The migration ${edited} was edited after it landed, so nothing was changed.\n${restoreFile(edited)}`,
      exitCodes.database,
    )
  return migrations
}
