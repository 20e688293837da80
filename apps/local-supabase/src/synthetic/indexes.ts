import type { TransactionSql } from 'postgres'

interface Index {
  name: string
  definition: string
}

/**
 * Drops the indexes of tables, except those of constraints, so that a load does not maintain them row by row.
 * @param tables - names with schema
 * @returns recreates the indexes as they were
 */
export async function dropIndexes(
  tx: TransactionSql,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const indexes = await tx<Index[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any (${tables}::text[]::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by 1`
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await tx.unsafe(definition)
  }
}
