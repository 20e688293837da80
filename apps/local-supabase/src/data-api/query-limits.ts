import { isNode, type Node } from './ast'
import { costlyQuery } from './data-api-error'

/** Limits of one request. The portal's requests need a fraction of them. */
const limits = {
  selected: 100,
  /** Each alias of a column repeats its bytes; JSON paths of one column need a few. */
  sameColumn: 4,
  embeds: 10,
  embedDepth: 3,
  filters: 60,
  filterDepth: 6,
  listed: 500,
  sorted: 10,
  wildcards: 8,
  pattern: 500,
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function atMost(count: number, limit: number, what: string): void {
  if (count > limit) throw costlyQuery(`The request has too many ${what}: ${limit} are allowed`)
}

interface Counted {
  selected: number
  embeds: number
  filters: number
  sorted: number
}

const isEmbed = (value: unknown): value is Node =>
  isNode(value) && ('select' in value || 'join' in value || 'spread' in value)

function checkPattern(value: unknown): void {
  for (const pattern of Array.isArray(value) ? value : [value]) {
    const text = String(pattern)
    atMost(text.length, limits.pattern, 'characters in a pattern')
    atMost(text.match(/[%*]+/g)?.length ?? 0, limits.wildcards, 'wildcards in a pattern')
  }
}

function checkOperator(operator: string, value: unknown, counted: Counted): void {
  atMost((counted.filters += 1), limits.filters, 'filters')
  if (/regex/i.test(operator))
    throw costlyQuery('Filters by regular expression (match, imatch) are not available')
  if (/like/i.test(operator)) checkPattern(value)
  if (Array.isArray(value)) atMost(value.length, limits.listed, 'values in a list')
}

function checkFilters(node: unknown, depth: number, counted: Counted): void {
  if (depth > limits.filterDepth)
    throw costlyQuery(`Filters are nested too deeply: ${limits.filterDepth} levels are allowed`)
  for (const each of Array.isArray(node) ? node : [node]) {
    if (!isNode(each)) continue
    for (const [key, value] of Object.entries(each)) {
      if (key === '$or' || key === '$and' || key === '$not') checkFilters(value, depth + 1, counted)
      else if (key.startsWith('$')) {
        checkOperator(key, value, counted)
        // `not` contains the negated operator.
        if (isNode(value)) checkFilters(value, depth, counted)
      } else checkFilters(value, depth, counted)
    }
  }
}

function checkSelect(node: Node, path: readonly string[], counted: Counted): void {
  const columns = new Map<string, number>()
  for (const part of list(node.select)) {
    atMost((counted.selected += 1), limits.selected, 'selected columns')
    const entries: [string, unknown][] = isNode(part) ? Object.entries(part) : [[String(part), undefined]]
    for (const [alias, value] of entries) {
      if (isEmbed(value)) {
        const join = isNode(node.join) ? node.join[alias] : undefined
        checkEmbed(
          value,
          [...path, isNode(join) && typeof join.from === 'string' ? join.from : alias],
          counted,
        )
        continue
      }
      const column = isNode(value) && typeof value.column === 'string' ? value.column : alias
      const times = (columns.get(column) ?? 0) + 1
      atMost(times, limits.sameColumn, `mentions of "${column.slice(0, 60)}"`)
      columns.set(column, times)
    }
  }
}

/** Embedding a table in itself multiplies rows: the comments of the ticket of each comment. */
function checkEmbed(node: Node, path: readonly string[], counted: Counted): void {
  atMost((counted.embeds += 1), limits.embeds, 'embedded resources')
  if (path.length - 1 > limits.embedDepth)
    throw costlyQuery(`Resources are embedded too deeply: ${limits.embedDepth} levels are allowed`)
  if (new Set(path).size < path.length)
    throw costlyQuery(`"${path.at(-1)?.slice(0, 60)}" cannot be embedded in itself`)
  checkNode(node, path, counted)
}

function checkNode(node: Node, path: readonly string[], counted: Counted): void {
  checkSelect(node, path, counted)
  checkFilters(node.where, 0, counted)
  atMost((counted.sorted += list(node.order).length), limits.sorted, 'sort columns')
}

/**
 * Refuses a small request for a costly query. Checks the parsed request, which alternative spellings do not evade.
 * @throws DataApiError
 */
export function checkQuery(ast: unknown): void {
  if (!isNode(ast)) return
  const from = typeof ast.from === 'string' ? [ast.from] : ['']
  checkNode(ast, from, { selected: 0, embeds: 0, filters: 0, sorted: 0 })
}
