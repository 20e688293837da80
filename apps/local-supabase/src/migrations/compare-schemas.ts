import type { Sql } from 'postgres'
import { codeOf } from './sql-code'
import { objects, rows } from './schema-queries'

/** Definitions by kind and name: `function public.claim_ticket(uuid)`, `table grant public.tickets to anon`. */
export type Schema = ReadonlyMap<string, string>

export interface Difference {
  object: string
  /** Missing where the schema lacks the object. */
  left?: string
  right?: string
}

interface Definition {
  name: string
  what: string | null
}

/**
 * Everything that migrations decide: objects, columns in their order, comments, rights, owners, and rows that each database needs
 * (keys that begin with `row` and `bucket`). The bodies of functions are compared as code, so that line breaks and comments in
 * them do not count. Any role may read it.
 */
export async function readSchema(sql: Sql): Promise<Schema> {
  const schema = new Map<string, string>()
  const add = (kind: string, { name, what }: Definition) => {
    const key = `${kind} ${name}`
    const text = kind === 'function' ? codeOf(what ?? '') : (what ?? '')
    const known = schema.get(key)
    schema.set(key, known === undefined ? text : `${known}\n${text}`)
  }
  await sql.begin('read only', async (tx) => {
    // Names are printed with their schemas.
    await tx`set local search_path = pg_catalog`
    for (const [kind, query] of Object.entries(objects))
      for (const found of await tx.unsafe<Definition[]>(
        `select name::text, what::text from (${query}) q order by name::text collate "C", what::text collate "C"`,
      ))
        add(kind, found)
    for (const [name, query] of Object.entries(rows)) {
      const [table] = await tx`select to_regclass(${name}) is not null as exists`
      if (!table?.exists) continue
      for (const { what } of await tx.unsafe<{ what: string }[]>(`${query} order by 1`))
        add('row', { name, what })
    }
  })
  return schema
}

/** @returns what one of the schemas lacks or defines otherwise, by name */
export function compareSchemas(left: Schema, right: Schema): Difference[] {
  const names = [...new Set([...left.keys(), ...right.keys()])].sort()
  return names
    .filter((object) => left.get(object) !== right.get(object))
    .map((object) => ({ object, left: left.get(object), right: right.get(object) }))
}

/** One paragraph for each difference, with both sides. */
export const describeDifferences = (
  differences: readonly Difference[],
  [left, right]: readonly [string, string],
): string =>
  differences
    .map((found) =>
      [found.object, `  ${left}: ${found.left ?? 'missing'}`, `  ${right}: ${found.right ?? 'missing'}`].join(
        '\n',
      ),
    )
    .join('\n\n')
