import { z } from 'zod'
import { verbatim } from './verbatim'

/** Types from here on are created in the database, among them composite ones. */
const FIRST_CREATED = 16_384

/** The names of composite types by oid; null for other types. A type that is made anew has another oid. */
export type CompositeNames = Map<number, string | null>

type Run = (text: string, values: unknown[]) => Promise<Iterable<unknown>>

interface Rows extends Iterable<unknown> {
  columns?: readonly { name: string; type: number }[]
}

const named = z.array(z.object({ name: z.nullable(z.string()) }))
const written = z.array(z.object({ json: z.nullable(z.string()) }))

async function nameOf(type: number, names: CompositeNames, run: Run): Promise<string | null> {
  const known = names.get(type)
  if (known !== undefined) return known
  const [row] = named.parse([
    ...(await run(
      `select case when t.typtype = 'c' then pg_catalog.format_type(t.oid, null) end as name
      from pg_catalog.pg_type t where t.oid = $1::oid`,
      [type],
    )),
  ])
  const name = row?.name ?? null
  names.set(type, name)
  return name
}

/** Writes composite values as JSON, as PostgREST does; the driver has them as PostgreSQL's text, `(1,"a b")`. */
export async function writeComposites(rows: Rows, names: CompositeNames, run: Run): Promise<void> {
  for (const { name: column, type } of rows.columns ?? []) {
    const name = type < FIRST_CREATED ? null : await nameOf(type, names, run)
    if (name === null) continue
    const all = [...rows].filter((row) => typeof row === 'object' && row !== null)
    const texts = JSON.stringify(all.map((row) => Reflect.get(row, column) ?? null))
    const values = written.parse([
      ...(await run(
        `select pg_catalog.to_jsonb(v.value::${name})::text as json
        from pg_catalog.jsonb_array_elements_text($1::jsonb) with ordinality v (value, at) order by v.at`,
        [texts],
      )),
    ])
    for (const [n, row] of all.entries()) {
      const json = values[n]?.json ?? null
      Reflect.set(row, column, json === null ? null : verbatim(json))
    }
  }
}
