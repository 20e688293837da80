const patterns = new Set(['$like', '$ilike', '$notLike', '$notIlike'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unquote(value: unknown): unknown {
  if (typeof value !== 'string' || !/^".*"$/s.test(value) || value.length < 2) return value
  return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
}

function walk(node: unknown, inLogic: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, inLogic))
  if (!isRecord(node)) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (inLogic && patterns.has(key)) return [key, unquote(value)] as const
    return [key, walk(value, inLogic || key === '$or' || key === '$and')] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Defect 10: inside `or(…)` and `and(…)` a value may stand in quotes (`t.ilike."%a,b%"`). lite takes the quotes
 * off for every operator except like and ilike, so that these never matched.
 */
export function unquotePatterns(where: unknown): unknown {
  return walk(where, false)
}
