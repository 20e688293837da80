import type { Sql, TransactionSql } from 'postgres'
import type { Migration } from './migration-files'

/** What a database recorded of an applied migration. */
export interface Recorded {
  version: string
  /** Of the file; the embedded backend records it. */
  sha256: string | null
  /** The text of the file, statement by statement; the Supabase CLI records it. */
  statements: string[] | null
}

/** The applied migrations; none in a database without a history. */
export async function readRecorded(sql: Sql | TransactionSql): Promise<Recorded[]> {
  const [history] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as yes`
  if (!history?.yes) return []
  // The column sha256 is younger than some histories.
  return sql<Recorded[]>`
    select version, to_jsonb(m) ->> 'sha256' as sha256, statements
    from supabase_migrations.schema_migrations m order by version`
}

export async function recordApplied(tx: TransactionSql, { version, name, sha256 }: Migration): Promise<void> {
  await tx`
    insert into supabase_migrations.schema_migrations (version, name, sha256)
    values (${version}, ${name}, ${sha256})`
}

/** The CLI leaves out the ends of statements and the blanks between them. */
const squeeze = (text: string) => text.replace(/[\s;]+/g, '')

function differs({ sha256, text }: Migration, recorded: Recorded): boolean {
  if (recorded.sha256 !== null) return recorded.sha256 !== sha256
  const { statements } = recorded
  return statements !== null && statements.length > 0 && squeeze(statements.join('')) !== squeeze(text)
}

/** The first migration whose file is another than the database applied. */
export function findChanged(
  migrations: readonly Migration[],
  recorded: readonly Recorded[],
): Migration | undefined {
  const byVersion = new Map(recorded.map((row) => [row.version, row]))
  return migrations.find((migration) => {
    const row = byVersion.get(migration.version)
    return row !== undefined && differs(migration, row)
  })
}
