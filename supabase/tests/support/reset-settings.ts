import type { Sql, TransactionSql } from 'postgres'

/** Gives all settings of the workspace their defaults, those of later versions included. */
export async function resetSettings(by: Sql | TransactionSql): Promise<void> {
  const columns = await by<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'public.workspace_settings'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'updated_at')`
  const defaults = columns.map(({ name }) => `${name} = default`).join(', ')
  await by.unsafe(`update public.workspace_settings set ${defaults}`)
}
