import type { PostgresConnection } from '@supabase/lite/postgres'
import { isNode } from './ast'
import { DataApiError } from './data-api-error'

export const exposedSchema = 'public'

const isExposed = (item: unknown): boolean =>
  !isNode(item) || [item.schema, item.ref_schema].every((name) => (name ?? exposedSchema) === exposedSchema)

function withoutHidden<Cache extends object>(cache: Cache): Cache {
  const exposed = { ...cache }
  for (const [key, list] of Object.entries(cache))
    if (Array.isArray(list)) Reflect.set(exposed, key, list.filter(isExposed))
  return exposed
}

/** Keeps tables, keys and functions of other schemas from lite, which offers them as relationships and hints. */
export function hideOtherSchemas(connection: PostgresConnection): void {
  const introspect = connection.introspect.bind(connection)
  const exposed = new WeakMap<object, Awaited<ReturnType<typeof introspect>>>()
  connection.introspect = async (options) => {
    const cache = await introspect(options)
    const known = exposed.get(cache) ?? withoutHidden(cache)
    exposed.set(cache, known)
    return known
  }
}

interface Functions {
  tables?: readonly { name: string }[]
  functions?: readonly { name: string; return_type: string }[]
}

/**
 * Refuses to embed in a function that does not return the rows of a table, for which PostgREST knows no relationship;
 * lite takes the columns' names for one.
 * @throws DataApiError
 */
export function checkFunctionEmbeds(ast: unknown, { tables = [], functions = [] }: Functions): void {
  if (!isNode(ast) || ast.type !== 'rpc' || !isNode(ast.join)) return
  const returned = functions.filter(({ name }) => name === ast.function).map((each) => each.return_type)
  const [type] = returned
  if (!type || returned.some((each) => tables.some(({ name }) => name === each))) return
  for (const [alias, embed] of Object.entries(ast.join)) {
    const target = isNode(embed) && typeof embed.from === 'string' ? embed.from : alias
    throw new DataApiError(400, {
      code: 'PGRST200',
      message: `Could not find a relationship between '${type}' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${type}' and '${target}' in the schema '${exposedSchema}', but no matches were found.`,
    })
  }
}
