import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Sql, TransactionSql } from 'postgres'
import { errorCode } from '../error-code'
import { readLandedMigrations, restoreFile, type Migration } from '../migrations/migration-files'
import { findChanged, readRecorded, recordApplied, type Recorded } from '../migrations/recorded'
import { exitCodes, StartError } from '../start-error'
import { baseRights, baseSchema, migrationHistory } from './base-schema'
import { databaseOfItsOwn } from './check-server'

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

async function applyText(tx: TransactionSql, file: string, text: string): Promise<void> {
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
    await applyText(tx, file, await readFile(file, 'utf8'))
    await after(tx)
  })
}

/** Applies and records one migration. */
async function applyMigration(tx: TransactionSql, migration: Migration): Promise<void> {
  await applyText(tx, migration.path, migration.text)
  await recordApplied(tx, migration)
}

/** Makes the schema in an empty database. @param isHosted - the base schema is there */
export async function createSchema(
  sql: Sql,
  migrations: readonly Migration[],
  isHosted = false,
): Promise<void> {
  await sql.begin(async (tx) => {
    if (isHosted) await tx.unsafe(migrationHistory)
    else await applyBase(tx, true)
    for (const migration of migrations) await applyMigration(tx, migration)
  })
}

/** duplicate_schema, _table, _function, _object, _column: another application uses the database. */
const taken = new Set(['42P06', '42P07', '42723', '42710', '42701'])

/** In one transaction, so that a database of another application stays unchanged. */
async function applyToNew(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  try {
    await createSchema(sql, migrations)
  } catch (error) {
    const cause = error instanceof StartError ? error.cause : error
    if (!taken.has(errorCode(cause)) || !(cause instanceof Error)) throw error
    throw new StartError(
      `Another application uses this database: ${cause.message}. Nothing was changed.\n${databaseOfItsOwn}`,
      exitCodes.database,
    )
  }
}

/** @throws StartError for migrations of another version of the portal, whose schema is unknown here */
function checkKnown(recorded: readonly Recorded[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ version }) => version))
  const unknown = recorded.find(({ version }) => !known.has(version))
  if (!unknown) return
  throw new StartError(
    `Another version of the portal made this database (migration ${unknown.version} is not known here), so nothing was changed: ` +
      'start it with that version, or name another HELPDESK_DATA or DATABASE_URL for a new portal.',
    exitCodes.database,
  )
}

/** @throws StartError for a migration that was applied with another text */
function checkUnchanged(recorded: readonly Recorded[], migrations: readonly Migration[]): void {
  const changed = findChanged(migrations, recorded)
  if (!changed) return
  throw new StartError(
    `The migration ${changed.file} is not the one that this database applied, so nothing was changed.\n` +
      `${restoreFile(changed.file)} For a portal with other data: HELPDESK_DATA=.data-2 npm start`,
    exitCodes.database,
  )
}

/**
 * Applies the new files of `dir`, each once, in the order of their versions.
 * @returns the names of the applied files
 * @param isHosted - the database is in a hosted project's state: nothing but the migrations is applied
 * @throws StartError when the database has migrations that `dir` lacks or has with another text; it stays as it was
 */
export async function migrate(sql: Sql, dir: string, isHosted = false): Promise<string[]> {
  const migrations = await readLandedMigrations(dir)
  if (!isHosted && !(await isOurs(sql))) {
    await applyToNew(sql, migrations)
    return migrations.map(({ file }) => file)
  }
  const recorded = await readRecorded(sql)
  checkKnown(recorded, migrations)
  checkUnchanged(recorded, migrations)
  if (isHosted) await sql.unsafe(migrationHistory)
  else await sql.begin((tx) => applyBase(tx, false))
  const done = new Set(recorded.map(({ version }) => version))
  const left = migrations.filter(({ version }) => !done.has(version))
  for (const migration of left) await sql.begin((tx) => applyMigration(tx, migration))
  if (left.length > 0)
    await sql`select pg_notify('pgrst', 'reload schema'), pg_notify('pgrst', 'reload config')`
  return left.map(({ file }) => file)
}
