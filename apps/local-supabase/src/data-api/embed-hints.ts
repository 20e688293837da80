import { isNode, type Node } from './ast'

/** The relations in lite's schema cache. */
export interface Relations {
  foreign_keys?: readonly {
    schema?: string
    table: string
    column: string
    ref_table: string
    foreign_key_name: string
    is_visible?: boolean
  }[]
  primary_keys?: readonly { table: string; columns: readonly string[] }[]
}

/** As PostgREST defines a many-to-many table: both references are part of its primary key. */
function isJunction(
  { foreign_keys = [], primary_keys = [] }: Relations,
  table: string,
  ends: string[],
): boolean {
  const key = new Set(primary_keys.find((row) => row.table === table)?.columns)
  return ends.every((end) =>
    foreign_keys.some((fk) => fk.table === table && fk.ref_table === end && key.has(fk.column)),
  )
}

/** Tables of other schemas are not part of the API. */
const isExposed = ({ schema = 'public' }: { schema?: string }) => schema === 'public'

/** @returns the one foreign key between two tables; undefined when there is none, several, or a real junction */
function onlyKey(relations: Relations, parent: string, target: string): string | undefined {
  const keys = relations.foreign_keys?.filter((fk) => fk.is_visible !== false && isExposed(fk)) ?? []
  const direct = keys.filter(
    (fk) =>
      (fk.table === parent && fk.ref_table === target) || (fk.table === target && fk.ref_table === parent),
  )
  const names = new Set(direct.map((fk) => fk.foreign_key_name))
  if (parent === target || names.size !== 1) return undefined
  const others = new Set(
    keys.filter((fk) => fk.table !== parent && fk.table !== target).map((fk) => fk.table),
  )
  if ([...others].some((table) => isJunction(relations, table, [parent, target]))) return undefined
  return [...names][0]
}

function walk(relations: Relations, parent: string, node: Node): void {
  if (!isNode(node.join)) return
  for (const [alias, embed] of Object.entries(node.join)) {
    if (!isNode(embed)) continue
    const target = typeof embed.from === 'string' ? embed.from : alias
    if (embed.hint === undefined) {
      const key = onlyKey(relations, parent, target)
      if (key) embed.hint = key
    }
    const parts: unknown[] = Array.isArray(node.select) ? node.select : []
    for (const part of parts) {
      const inner = isNode(part) ? part[alias] : undefined
      if (isNode(inner)) walk(relations, target, inner)
    }
  }
}

/**
 * Defect 12: lite treats every table that references two others as a many-to-many table, and then rejects the direct
 * reference between those as ambiguous. Adds the `!hint` of the only direct reference.
 */
export function addEmbedHints(ast: unknown, relations: Relations): void {
  if (isNode(ast) && typeof ast.from === 'string') walk(relations, ast.from, ast)
}
