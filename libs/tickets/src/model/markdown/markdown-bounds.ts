// Kept twice, word for word: functions are deployed without the portal's libraries.

/** Quotes and lists within one another. */
const MAX_NESTING = 50
/** Marks of quotes and list items in all lines: each makes several elements. */
const MAX_CONTAINERS = 500
const MAX_LINES = 1_000
/** Marks within lines. */
const MAX_MARKS = 1_000
const MAX_LENGTH = 20_000
const MAX_NODES = 3_000

const mark = /\*+|_+|`+|[[\]<]/g
/** Blanks, or the mark of a quote or a list item with the blank behind it. */
const container = /[ \t]+|(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]?/y

/**
 * The marks of quotes and list items at the beginning of a line, and at most how many of those the line is in: each list indents
 * its lines by two columns or more.
 */
function containersOf(line: string): { marks: number; nesting: number } {
  let [nesting, columns, marks] = [0, 0, 0]
  container.lastIndex = 0
  for (let found = container.exec(line)?.[0]; found !== undefined; found = container.exec(line)?.[0]) {
    if (found.trim() === '') {
      for (const blank of found) columns += blank === '\t' ? 4 : 1
    } else {
      marks += 1
      nesting = marks + Math.floor(columns / 2)
    }
  }
  return { marks, nesting }
}

/**
 * The marks of a text. In a row of `*` or `_` that touches a word each one counts: it may make an element within that of the next.
 * Any other row is one mark, such as a line of them.
 */
function countMarks(text: string): number {
  let count = 0
  for (const { 0: row, index } of text.matchAll(mark)) {
    const touches = /\S/.test(text.charAt(index - 1) + text.charAt(index + row.length))
    count += touches && !row.startsWith('`') ? row.length : 1
  }
  return count
}

/**
 * Whether Markdown of a stranger is small enough in shape for its parser, which takes quadratic time for nested and regular
 * text and overflows the stack. Any other text has to be shown as it is.
 */
export function isWithinBounds(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > MAX_LINES || countMarks(text) > MAX_MARKS) return false
  const containers = lines.map(containersOf)
  return (
    containers.every(({ nesting }) => nesting <= MAX_NESTING) &&
    containers.reduce((sum, { marks }) => sum + marks, 0) <= MAX_CONTAINERS
  )
}

interface Tree {
  type: string
  children?: readonly Tree[]
}

/**
 * Whether a parsed text is nested too deeply to be shown by recursion, or has more nodes than a page should show for it. A list
 * is two levels: itself and its item.
 */
export function isTooLarge(root: Tree): boolean {
  let level: readonly Tree[] = [root]
  let nodes = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length
    if (depth > 2 * MAX_NESTING || nodes > MAX_NODES) return true
    level = level.flatMap(({ children }) => children ?? [])
  }
  return false
}
