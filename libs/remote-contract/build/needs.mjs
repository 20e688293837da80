/**
 * The exports that a module takes from shared modules, read from its syntax tree.
 *
 * @param {import('vite').ESTree.Program} program
 * @param {readonly string[]} shared - names of the shared modules
 * @param {boolean} probes - ignore exports read by a computed name: a package does that to test for an optional one
 * @returns {Map<string, Set<string>>} exports by shared module
 * @throws Error when the exports cannot be known: the module is imported dynamically, re-exported or passed on as a whole
 */
export function neededNames(program, shared, probes = false) {
  /** @type {Map<string, Set<string>>} */
  const needs = new Map()
  /** @type {Map<string, string>} Shared modules by the local name of their namespace. */
  const namespaces = new Map()
  /** @type {(source: string, name: string) => void} */
  const add = (source, name) => void needs.set(source, (needs.get(source) ?? new Set()).add(name))

  for (const node of program.body) {
    if (!('source' in node) || !node.source || !shared.includes(node.source.value)) continue
    const source = node.source.value
    if (node.type === 'ExportAllDeclaration') throw new Error(`re-exports all of ${source}`)
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier') namespaces.set(specifier.local.name, source)
      else if (specifier.type === 'ImportDefaultSpecifier') add(source, 'default')
      else if (specifier.type === 'ImportSpecifier') add(source, nameOf(specifier.imported))
      else add(source, nameOf(specifier.local))
    }
  }

  visit(program, (node, parent, key) => {
    if (node.type === 'ImportExpression' && shared.includes(node.source.value))
      throw new Error(`imports ${node.source.value} dynamically`)
    const source = node.type === 'Identifier' ? namespaces.get(node.name) : undefined
    if (source === undefined || !isReference(parent, key)) return
    if (parent.type !== 'MemberExpression' || key !== 'object') throw new Error(`passes on all of ${source}`)
    if (!parent.computed) add(source, parent.property.name)
    else if (typeof parent.property.value === 'string') add(source, parent.property.value)
    else if (!probes) throw new Error(`reads unknown exports of ${source}`)
  })
  return needs
}

/** @param {any} node - an identifier, or a string literal */
const nameOf = (node) => String(node.name ?? node.value)

/**
 * Whether an identifier at this place reads a variable, and does not name a property or an import.
 * @param {any} parent
 * @param {string} key
 */
function isReference(parent, key) {
  if (/^(Import|Export).*Specifier$/.test(parent.type)) return parent.type === 'ExportSpecifier'
  if (parent.type === 'MemberExpression') return key === 'object' || parent.computed
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type))
    return key === 'value' || parent.computed
  return !/^(LabeledStatement|BreakStatement|ContinueStatement)$/.test(parent.type)
}

/**
 * Calls back for each node below `node`.
 * @param {any} node
 * @param {(node: any, parent: any, key: string) => void} found
 */
function visit(node, found) {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue
      found(child, node, key)
      visit(child, found)
    }
  }
}
