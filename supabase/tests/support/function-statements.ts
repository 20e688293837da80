import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

/** What a function of the database does that it should not. */
export interface Finding {
  problem: 'no where clause' | 'retried code' | 'not readable'
  text: string
}

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null
const asTree = (value: unknown): Tree => (isTree(value) ? value : {})
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All values under one of the keys, at any depth. */
function* under(value: unknown, keys: readonly string[]): Generator<[key: string, value: Tree]> {
  if (!isTree(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (keys.includes(key) && isTree(child)) yield [key, child]
    yield* under(child, keys)
  }
}

const isChange = /\b(update|delete)\b/i

/** Refuses what the extension safeupdate refuses: UPDATE and DELETE without WHERE, also in a CTE. */
function checkStatements(sql: string, isFragment = false): Finding[] {
  let tree: unknown
  try {
    tree = parseSync(sql)
  } catch {
    // Only a part of a statement, such as a filter.
    return isFragment && !isChange.test(sql) ? [] : [{ problem: 'not readable', text: sql }]
  }
  return [...under(tree, ['UpdateStmt', 'DeleteStmt'])]
    .filter(([, statement]) => statement.whereClause === undefined)
    .map(() => ({ problem: 'no where clause', text: sql }))
}

const withoutPlaces = (format: string) => format.replace(/%(\d+\$)?-?\d*[sIL]/g, 'x')

/** The text that an expression makes, with a name in place of each part that is known only at run time. */
function render(node: unknown): string {
  const { A_Const: constant, A_Expr: expression, FuncCall: call } = asTree(node)
  if (isTree(constant)) return asText(asTree(constant.sval).sval)
  if (isTree(expression) && JSON.stringify(expression.name) === '[{"String":{"sval":"||"}}]')
    return render(expression.lexpr) + render(expression.rexpr)
  const name =
    isTree(call) && Array.isArray(call.funcname) ? asTree(asTree(call.funcname.at(-1)).String).sval : ''
  if (isTree(call) && name === 'format' && Array.isArray(call.args))
    return withoutPlaces(render(call.args[0]))
  return 'x'
}

const constants = (tree: unknown) =>
  [...under(tree, ['A_Const'])].map(([, node]) => asText(asTree(node.sval).sval))

/** Texts that a function may execute: what its expressions make, and the constants in them. */
function checkTexts(expression: string): Finding[] {
  const tree: unknown = parseSync(`select ${expression}`)
  const [[, target] = ['', {}]] = under(tree, ['ResTarget'])
  const texts = [render(target.val), ...constants(tree).map(withoutPlaces)]
  // A constant may be half a statement: the whole is judged by what the expression makes.
  return texts.flatMap((text, index) =>
    index > 0 && texts[0]?.includes(text) ? [] : checkStatements(text, true),
  )
}

const ASSIGNMENT = /^[^=]*?:?=\s*/

/** RAW_PARSE_DEFAULT and RAW_PARSE_PLPGSQL_EXPR of PostgreSQL; the others are assignments. */
const modes = { statement: 0, expression: 2 }

const retried = ['40001', '40p01', 'serialization_failure', 'deadlock_detected']

/** PostgREST repeats a call that ends with one of these codes, without an end (PostgREST#3673). */
const checkRaises = (tree: unknown): Finding[] =>
  [...under(tree, ['PLpgSQL_stmt_raise'])].flatMap(([, raise]) => {
    const codes = [...under(raise.options, ['PLpgSQL_raise_option'])]
      .filter(([, { opt_type: type }]) => type === 0 || type === undefined)
      .flatMap(([, option]) =>
        constants(parseSync(`select ${asText(asTree(asTree(option.expr).PLpgSQL_expr).query)}`)),
      )
    return [asText(raise.condname), ...codes]
      .filter((code) => retried.includes(code.toLowerCase()))
      .map((text) => ({ problem: 'retried code', text }))
  })

function checkPlpgsql(definition: string): Finding[] {
  // The parser, which knows no types, refuses arrays that a function returns.
  const tree: unknown = parsePlPgSQLSync(definition.replace(/^( RETURNS .*)\[\]$/m, '$1'))
  const dynamic = ['PLpgSQL_stmt_dynexecute', 'PLpgSQL_stmt_dynfors', 'dynquery']
  const executesText = !under(tree, dynamic).next().done
  const found = [...under(tree, ['PLpgSQL_expr'])].flatMap(([, { query, parseMode }]) => {
    const text = asText(query)
    if (parseMode === modes.statement) return checkStatements(text)
    if (!executesText) return []
    return checkTexts(parseMode === modes.expression ? text : text.replace(ASSIGNMENT, ''))
  })
  return [...found, ...checkRaises(tree)]
}

/**
 * Reads a function with PostgreSQL's own parser.
 * @param definition what `pg_get_functiondef` returns
 */
export function checkFunction(definition: string): Finding[] {
  const tree: unknown = parseSync(definition)
  const options = [...under(tree, ['DefElem'])].map(([, option]) => option)
  const argument = (name: string) => asTree(options.find(({ defname }) => defname === name)?.arg)
  const language = asText(asTree(argument('language').String).sval)
  if (language === 'plpgsql') return checkPlpgsql(definition)
  if (language !== 'sql') return [{ problem: 'not readable', text: `language ${language}` }]
  const [[, body] = ['', undefined]] = under(argument('as'), ['String'])
  return checkStatements(body ? asText(body.sval) : definition)
}
