import type { Sql } from 'postgres'

/**
 * Takes note of what a new database holds.
 * @returns a function that brings it back to that: tests that a mutant ended halfway leave rows behind
 */
export async function resetter(db: Sql): Promise<() => Promise<void>> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage')`
  const empty: string[] = []
  for (const { name } of tables) {
    const [first] = await db.unsafe(`select 1 from ${name} limit 1`)
    if (!first) empty.push(name)
  }
  const [settings] = await db`select * from public.workspace_settings`
  if (!settings) throw new Error('The workspace has no settings')
  return async () => {
    await db.begin(async (tx) => {
      // Neither triggers nor foreign keys: rows go in any order, and the audit log too.
      await tx`set local session_replication_role = replica`
      for (const name of empty) await tx.unsafe(`delete from ${name}`)
      await tx`update public.workspace_settings set ${tx(settings)}`
    })
    // Tests of costs would read the pages of deleted rows.
    await db.unsafe(`vacuum ${empty.join(', ')}`)
  }
}
