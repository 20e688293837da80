const LISTENERS = new Set(['on', 'once', 'addListener', 'prependListener', 'addEventListener'])
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate'])
/** They settle a promise, whose failure its caller handles. */
const SETTLERS = new Set(['resolve', 'reject', 'done'])

const nameOf = (node) =>
  node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression'
      ? node.property.type === 'PrivateIdentifier'
        ? `#${node.property.name}`
        : node.property.name
      : undefined

const isSettler = (node) => node.type === 'Identifier' && SETTLERS.has(node.name)

/** Nothing in it can throw: no statement, a literal, or the end of a promise. */
function isHarmless({ body }) {
  if (body.type === 'BlockStatement') return body.body.length === 0
  return (
    body.type === 'Literal' ||
    nameOf(body) === 'undefined' ||
    (body.type === 'CallExpression' && isSettler(body.callee))
  )
}

/** The callback of an event or a timer; undefined for other calls. */
function callbackOf({ callee, arguments: args }) {
  const name = nameOf(callee)
  if (callee.type === 'Identifier') return TIMERS.has(name) ? args[0] : undefined
  if (callee.type !== 'MemberExpression') return undefined
  // Signals, and the last handler of all errors.
  if (nameOf(callee.object) === 'process') return undefined
  if (name === 'setTimeout') return args[1]
  return LISTENERS.has(name) ? args[1] : undefined
}

function isGuarded(node) {
  if (node.type === 'CallExpression')
    return /^#?(guard|guarded)$|^createGuard$/.test(guardName(node.callee) ?? '')
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return isHarmless(node)
  return isSettler(node)
}

/** `guard(…)`, `this.#guard(…)`, and `createGuard({ … })(…)` */
const guardName = (callee) => (callee.type === 'CallExpression' ? nameOf(callee.callee) : nameOf(callee))

/** The value of a constant, so that a guarded callback may have a name. */
function valueOf(node, scope) {
  if (node.type !== 'Identifier') return node
  for (let at = scope; at; at = at.upper) {
    const definition = at.set.get(node.name)?.defs[0]
    if (definition)
      return definition.node.type === 'VariableDeclarator' ? (definition.node.init ?? node) : node
  }
  return node
}

/** Callbacks of sockets, streams and timers are wrapped: what they throw would end the process. */
export const guardedCallbacks = {
  meta: {
    type: 'problem',
    docs: { description: 'require callbacks of events and timers to be wrapped by a guard' },
    messages: {
      guard: 'Wrap this callback with createGuard or guarded: an error in it would end the process.',
    },
    schema: [],
  },
  create(context) {
    return {
      CallExpression(node) {
        const callback = callbackOf(node)
        if (!callback || isSettler(callback)) return
        const value = valueOf(callback, context.sourceCode.getScope(node))
        if (!isGuarded(value)) context.report({ node: callback, messageId: 'guard' })
      },
    }
  },
}
