import { isNode, type Node } from './ast'
import type { Types } from './body-values'

const ofLists = new Set(['$contains', '$containedBy', '$overlaps'])
const isEmpty = (value: unknown) => isNode(value) && Object.keys(value).length === 0

/** Operators of one column, also negated ones. */
function readOperators(node: unknown): unknown {
  if (!isNode(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([operator, value]) => {
      if (isEmpty(value)) return [operator, ofLists.has(operator) ? [] : '{}']
      return [operator, readOperators(value)]
    }),
  )
}

function walk(node: unknown, isObject: (column: string) => boolean): unknown {
  if (Array.isArray(node)) return node.map((each) => walk(each, isObject))
  if (!isNode(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key.startsWith('$')) return [key, walk(value, isObject)]
      if (isObject(key)) return [key, value]
      return [key, isEmpty(value) ? '{}' : readOperators(value)]
    }),
  )
}

/** lite reads `{}` as an object, also in `tags=eq.{}`, where it is an array without elements. */
export function readEmptyArrays(ast: Node, types: Types, table: unknown = ast.from): void {
  const { columns = [] } = types
  const isObject = (column: string) =>
    /->|^$/.test(column) ||
    columns.some(
      (each) => each.table === table && each.name === column && /^jsonb?$/.test(each.pg_type ?? each.type),
    )
  if (ast.where) ast.where = walk(ast.where, isObject)
  if (!isNode(ast.join)) return
  for (const [name, embed] of Object.entries(ast.join))
    if (isNode(embed)) readEmptyArrays(embed, types, embed.from ?? name)
}
