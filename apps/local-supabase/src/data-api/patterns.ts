import { isNode } from './ast'

const patterns = new Set(['$like', '$ilike', '$notLike', '$notIlike'])

function unquote(value: unknown): unknown {
  if (typeof value !== 'string' || !/^".*"$/s.test(value) || value.length < 2) return value
  return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
}

function walk(node: unknown, inLogic: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, inLogic))
  if (!isNode(node)) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (inLogic && patterns.has(key)) return [key, unquote(value)] as const
    return [key, walk(value, inLogic || key === '$or' || key === '$and')] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Defect 10: values inside `or(…)` and `and(…)` may be quoted (`t.ilike."%a,b%"`). lite removes the quotes for every
 * operator except like and ilike, which then never match.
 */
export function unquotePatterns(where: unknown): unknown {
  return walk(where, false)
}
