import { isNode, type Node } from './ast'
import { costlyQuery, DataApiError } from './data-api-error'

/** Values of all rows, of which some are those that a row lacks. PostgreSQL accepts 65,534 parameters per statement. */
const valueLimit = 65_000

/** The part of lite's schema cache that says which type a value becomes. */
export interface Types {
  columns?: readonly { table: string; name: string; type: string; pg_type?: string | undefined }[]
  functions?: readonly { name: string; arg_names: readonly string[]; arg_types: readonly string[] }[]
}

const isArray = (type: string) => type.startsWith('_') || type.endsWith('[]')

/**
 * A value of a JSON body as PostgreSQL reads it with `json_to_recordset`: everything becomes text that the type parses.
 * lite passes JavaScript values on instead, of which the driver makes something else (`true` for any text).
 */
function asText(value: unknown, type: string, name: string): unknown {
  if (value === null || value === undefined) return value
  // Half a surrogate pair, which is no character.
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
    throw new DataApiError(400, { code: 'PGRST102', message: 'Empty or invalid json' })
  // lite passes text on as JSON.
  if (/^jsonb?$/.test(type)) return typeof value === 'string' ? JSON.stringify(value) : value
  if (Array.isArray(value) && isArray(type)) return value
  // A text is the literal of an array.
  if (isArray(type) && typeof value !== 'string')
    throw new DataApiError(400, {
      code: '22P02',
      message: 'expected JSON array',
      hint: `See the value of key "${name}".`,
    })
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const mapValues = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))

function readArguments(ast: Node, { functions = [] }: Types): void {
  const { args } = ast
  if (!isNode(args) || ast.httpMethod !== 'POST' || '_raw' in args) return
  const names = Object.keys(args)
  const fitting = functions.filter(
    ({ name, arg_names }) => name === ast.function && names.every((each) => arg_names.includes(each)),
  )
  const [only] = fitting
  if (!only || fitting.length > 1) return
  ast.args = mapValues(args, (value, name) =>
    asText(value, only.arg_types[only.arg_names.indexOf(name)] ?? '', name),
  )
}

/** supabase-js names the keys of all rows in `columns`: without `missing=default`, a row's missing ones are NULL. */
function fillMissing(row: Node, meta: unknown): Node {
  if (!isNode(meta) || !Array.isArray(meta.columns) || meta.missing === 'default') return row
  return { ...Object.fromEntries(meta.columns.map((name) => [name, null])), ...row }
}

/** @throws DataApiError before the rows are filled up */
function checkColumns({ values, $meta }: Node): void {
  const columns = isNode($meta) && Array.isArray($meta.columns) ? $meta.columns.length : 0
  if (Array.isArray(values) && values.length * columns > valueLimit)
    throw costlyQuery(`The body has too many values: ${valueLimit} are allowed`)
}

function readRows(ast: Node, { columns = [] }: Types): void {
  checkColumns(ast)
  const types = new Map(
    columns.filter(({ table }) => table === ast.from).map((c) => [c.name, c.pg_type ?? c.type]),
  )
  const read = (row: unknown) =>
    isNode(row)
      ? mapValues(fillMissing(row, ast.$meta), (value, name) => {
          const text = asText(value, types.get(name) ?? '', name)
          // lite parses the text of a JSON column once more.
          const isText = typeof value === 'string' && /^jsonb?$/.test(types.get(name) ?? '')
          return isText ? JSON.stringify(text) : text
        })
      : row
  ast.values = Array.isArray(ast.values) ? ast.values.map(read) : read(ast.values)
}

/**
 * Gives the arguments of a GET to the database as they are written in the URL, as PostgREST does. lite makes numbers, booleans
 * and nulls of texts that look so: a search for `true` failed, and one for `null` found everything.
 */
export function readUrlArguments(ast: unknown, search: URLSearchParams): void {
  if (!isNode(ast) || ast.type !== 'rpc' || ast.httpMethod === 'POST' || !isNode(ast.args)) return
  ast.args = mapValues(ast.args, (value, name) => search.getAll(name).at(-1) ?? value)
}

/** Turns the values of a request's body into those that PostgREST gives to the database. */
export function readBodyValues(ast: unknown, types: Types): void {
  if (!isNode(ast)) return
  if (ast.type === 'rpc') readArguments(ast, types)
  else if (ast.values !== undefined) readRows(ast, types)
}
