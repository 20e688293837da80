import { isNode } from './ast'

const patterns = new Set(['$like', '$ilike', '$notLike', '$notIlike'])
const patternLists = new Set(['$likeAny', '$ilikeAny', '$likeAll', '$ilikeAll'])

function unquote(value: unknown): unknown {
  if (typeof value !== 'string' || !/^".*"$/s.test(value) || value.length < 2) return value
  return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
}

/** In `like(any).{*a*,*b*}`, lite does not read the asterisk as a wildcard. */
const withWildcards = (list: unknown) =>
  Array.isArray(list) ? list.map((pattern) => String(pattern).replaceAll('*', '%')) : list

function walk(node: unknown, inLogic: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, inLogic))
  if (!isNode(node)) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (inLogic && patterns.has(key)) return [key, unquote(value)] as const
    if (patternLists.has(key)) return [key, withWildcards(value)] as const
    return [key, walk(value, inLogic || key === '$or' || key === '$and')] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Defect 10: values inside `or(…)` and `and(…)` may be quoted (`t.ilike."%a,b%"`). lite removes the quotes for every
 * operator except like and ilike, which then never match.
 */
export function readPatterns(where: unknown): unknown {
  return walk(where, false)
}
