/** Attributes and properties whose text a person reads or hears. */
const TEXT_NAMES = new Set([
  ...[
    'alt',
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'title',
  ],
  ...[
    'action',
    'caption',
    'description',
    'empty',
    'error',
    'errorTitle',
    'fileLabel',
    'heading',
    'hint',
    'label',
    'legend',
  ],
  ...['loadingText', 'many', 'message', 'one', 'pendingLabel', 'subtitle', 'summary', 'text'],
])
/** Errors of the language: for developers, a person reads the text of an AppError. */
const DEVELOPER_ERRORS = new Set(['Error', 'RangeError', 'TypeError', 'SyntaxError', 'DOMException'])

const letter = /\p{L}/u
const color = /^#[\da-f]{3,8}$/i
/** A sentence or a phrase: a capital letter first, and a second word. */
const prose = /^[^\p{L}]*\p{Lu}[\p{L}’'-]*[,.:;]? [^]*\p{L}/u
/** A line such as `Content-Type: text/plain`. */
const headerLine = /^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+: /
const headerName = /^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+$/

/** The fixed text of a literal or template; undefined for other nodes. */
const textOf = (node) =>
  node.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node.type === 'TemplateLiteral'
      ? node.quasis.map(({ value }) => value.cooked).join('\u0000')
      : undefined

const nameOf = ({ type, name, value }) =>
  type === 'JSXIdentifier' || type === 'Identifier' ? name : type === 'Literal' ? value : undefined

/** Whether the value of `parent` is one of several that `node` chooses from. */
const passes = (parent, node) =>
  (parent.type === 'ConditionalExpression' && parent.test !== node) ||
  parent.type === 'LogicalExpression' ||
  parent.type === 'JSXExpressionContainer' ||
  parent.type === 'TSAsExpression'

/** Whether the text is shown because of where it stands: as a child of an element, or under a name of a text. */
function isShown(node) {
  let child = node
  let parent = node.parent
  while (passes(parent, child)) [child, parent] = [parent, parent.parent]
  if (parent.type === 'JSXElement' || parent.type === 'JSXFragment') return true
  if (parent.type === 'JSXAttribute') return TEXT_NAMES.has(nameOf(parent.name))
  if (parent.type !== 'Property' || parent.value !== child) return false
  const name = nameOf(parent.key)
  if (color.test(textOf(node))) return false
  // `{ action: 'attach' }` is an argument of a function, not the word on a button.
  return TEXT_NAMES.has(name) && !(name === 'action' && /^[a-z-]+$/.test(textOf(node)))
}

const calleeName = ({ callee }) =>
  callee.type === 'Identifier'
    ? callee.name
    : callee.type === 'MemberExpression' && callee.object.type === 'Identifier'
      ? callee.object.name
      : undefined

/** Whether the text is for programs: capitals alone, as in `RCPT TO`, or a header of HTTP and mails. */
function isProtocol(node) {
  const text = textOf(node)
  const { type, key, value } = node.parent
  const isHeader = type === 'Property' && value === node && headerName.test(nameOf(key))
  return isHeader || headerLine.test(text) || !/\p{Ll}/u.test(text)
}

/**
 * Whether the text is for developers: a log line, a plain error, a module's path, a type.
 * @param {ReadonlySet<string>} refusals - what is made or called with a code that has words elsewhere
 */
function isForDevelopers(node, refusals) {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (/^(Import|Export(All|Named))|^TSLiteralType$/.test(parent.type) && !parent.declaration) return true
    if (parent.type === 'NewExpression' && DEVELOPER_ERRORS.has(calleeName(parent))) return true
    if (parent.type === 'CallExpression' && calleeName(parent) === 'console') return true
    if (/^(New|Call)Expression$/.test(parent.type) && refusals.has(calleeName(parent))) return true
    if (parent.type === 'JSXElement' || /Function/.test(parent.type)) return false
  }
  return false
}

/** Texts that people read live in the `texts.ts` of their feature. */
export const inTextsFile = {
  meta: {
    type: 'suggestion',
    docs: { description: 'require texts that people read to live in the texts.ts of their feature' },
    messages: { move: 'Move this text to the texts.ts of its feature.' },
    schema: [
      {
        type: 'object',
        properties: { refusals: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const refusals = new Set(context.options[0]?.refusals)
    const check = (node) => {
      const text = textOf(node)
      if (text === undefined || !letter.test(text) || isForDevelopers(node, refusals)) return
      if ((prose.test(text) && !isProtocol(node)) || isShown(node))
        context.report({ node, messageId: 'move' })
    }
    return {
      JSXText(node) {
        if (letter.test(node.value)) context.report({ node, messageId: 'move' })
      },
      Literal: check,
      TemplateLiteral: check,
    }
  },
}
