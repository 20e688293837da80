import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { exitCodes, StartError } from '../start-error'
import { baseSchema } from './base-schema'

const fileName = /^(\d+)_(.+)\.sql$/

async function applyBase(sql: Sql): Promise<void> {
  const hash = createHash('sha256').update(baseSchema).digest('hex')
  const [known] = await sql`select to_regclass('supabase_migrations.seed_files') is not null as yes`
  if (known?.yes) {
    const [row] = await sql`select hash from supabase_migrations.seed_files where path = 'base schema'`
    if (row?.hash === hash) return
  }
  await sql.begin(async (tx) => {
    await tx.unsafe(baseSchema)
    await tx`
      insert into supabase_migrations.seed_files (path, hash) values ('base schema', ${hash})
      on conflict (path) do update set hash = excluded.hash`
  })
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? ` (line ${text.slice(0, position).split('\n').length})` : ''
  const detail = 'detail' in error && typeof error.detail === 'string' ? `\n${error.detail}` : ''
  const where = 'where' in error && typeof error.where === 'string' ? `\n${error.where}` : ''
  return `${error.message}${line}${detail}${where}`
}

/** Runs one file in a transaction of its own, together with `after`. */
export async function runFile(
  sql: Sql,
  file: string,
  after: (tx: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const text = await readFile(file, 'utf8')
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe('set local search_path = public, extensions')
      await tx.unsafe(text)
      await after(tx)
    })
  } catch (error) {
    throw new StartError(`${file} failed: ${describe(error, text)}`, exitCodes.database)
  }
}

/** Applies what is new in `dir`, each file once, in the order of its version. Returns the names applied. */
export async function migrate(sql: Sql, dir: string): Promise<string[]> {
  await applyBase(sql)
  const files = (await readdir(dir).catch(() => [])).filter((name) => fileName.test(name)).sort()
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const done = new Set(rows.map((row) => row.version))
  const applied: string[] = []
  for (const file of files) {
    const [, version = '', name = ''] = fileName.exec(file) ?? []
    if (done.has(version)) continue
    await runFile(sql, join(dir, file), (tx) => {
      return tx`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${name})`
    })
    applied.push(file)
  }
  return applied
}
