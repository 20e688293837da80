import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { errorCode } from '../error-code'
import { exitCodes, StartError } from '../start-error'
import { baseRights, baseSchema, migrationHistory } from './base-schema'
import { databaseOfItsOwn } from './check-server'

const fileName = /^(\d+)_(.+)\.sql$/
const searchPath = 'set local search_path = public, extensions'

async function isOurs(sql: Sql): Promise<boolean> {
  const [known] = await sql`select to_regclass('supabase_migrations.seed_files') is not null as yes`
  return known?.yes === true
}

/** Applies the base schema when it is new or has changed; its rights only in a new database. */
async function applyBase(tx: TransactionSql, isNew: boolean): Promise<void> {
  const hash = createHash('sha256').update(baseSchema).digest('hex')
  if (!isNew) {
    const [row] = await tx`select hash from supabase_migrations.seed_files where path = 'base schema'`
    if (row?.hash === hash) return
  }
  await tx.unsafe(baseSchema)
  if (isNew) await tx.unsafe(baseRights)
  await tx`
    insert into supabase_migrations.seed_files (path, hash) values ('base schema', ${hash})
    on conflict (path) do update set hash = excluded.hash`
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : ''
  const detail = 'detail' in error && typeof error.detail === 'string' ? `\n${error.detail}` : ''
  const where = 'where' in error && typeof error.where === 'string' ? `\n${error.where}` : ''
  return `${error.message}${line}${detail}${where}`
}

async function applyFile(tx: TransactionSql, file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  try {
    await tx.unsafe(searchPath)
    await tx.unsafe(text)
  } catch (error) {
    throw new StartError(`${file} failed: ${describe(error, text)}`, exitCodes.database, { cause: error })
  }
}

type Step = (tx: TransactionSql) => Promise<unknown>

/** Runs one file in a transaction of its own, between `before` and `after`. */
export async function runFile(sql: Sql, file: string, { before, after }: Record<'before' | 'after', Step>) {
  await sql.begin(async (tx) => {
    await before(tx)
    await applyFile(tx, file)
    await after(tx)
  })
}

/** Applies and records one migration. */
async function applyMigration(tx: TransactionSql, dir: string, file: string): Promise<void> {
  const [, version = '', name = ''] = fileName.exec(file) ?? []
  await applyFile(tx, join(dir, file))
  await tx`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
}

/** duplicate_schema, _table, _function, _object, _column: another application uses the database. */
const taken = new Set(['42P06', '42P07', '42723', '42710', '42701'])

/** In one transaction, so that a database of another application stays unchanged. */
async function applyToNew(sql: Sql, dir: string, files: string[]): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await applyBase(tx, true)
      for (const file of files) await applyMigration(tx, dir, file)
    })
  } catch (error) {
    const cause = error instanceof StartError ? error.cause : error
    if (!taken.has(errorCode(cause)) || !(cause instanceof Error)) throw error
    throw new StartError(
      `Another application uses this database: ${cause.message}. Nothing was changed.\n${databaseOfItsOwn}`,
      exitCodes.database,
    )
  }
}

const versionOf = (file: string) => fileName.exec(file)?.[1] ?? ''

/** @throws StartError for migrations of another version of the portal, whose schema is unknown here */
function checkKnown(done: Set<string>, files: string[]): void {
  const known = new Set(files.map(versionOf))
  const unknown = [...done].filter((version) => !known.has(version)).sort()
  if (!unknown[0]) return
  throw new StartError(
    `Another version of the portal made this database (migration ${unknown[0]} is not known here), so nothing was changed: ` +
      'start it with that version, or name another HELPDESK_DATA or DATABASE_URL for a new portal.',
    exitCodes.database,
  )
}

/**
 * Applies the new files of `dir`, each once, in the order of their versions.
 * @returns the names of the applied files
 * @param isHosted - the database is in a hosted project's state: nothing but the migrations is applied
 * @throws StartError when the database has migrations that `dir` lacks; it stays as it was
 */
export async function migrate(sql: Sql, dir: string, isHosted = false): Promise<string[]> {
  const files = (await readdir(dir).catch(() => [])).filter((name) => fileName.test(name)).sort()
  if (isHosted) await sql.unsafe(migrationHistory)
  else if (!(await isOurs(sql))) {
    await applyToNew(sql, dir, files)
    return files
  }
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const done = new Set(rows.map((row) => row.version))
  checkKnown(done, files)
  if (!isHosted) await sql.begin((tx) => applyBase(tx, false))
  const left = files.filter((file) => !done.has(versionOf(file)))
  for (const file of left) await sql.begin((tx) => applyMigration(tx, dir, file))
  if (left.length > 0)
    await sql`select pg_notify('pgrst', 'reload schema'), pg_notify('pgrst', 'reload config')`
  return left
}
