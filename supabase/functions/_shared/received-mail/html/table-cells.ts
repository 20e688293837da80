import type { DomNode, FormatCallback } from 'html-to-text'

/** Between two cells of a row; a character that Unicode leaves to programs. */
const BETWEEN = '\ufdd8'

const MAX_DEPTH = 50
const blocks = new Set([
  'p',
  'div',
  'table',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'br',
  'center',
])

const some = (node: DomNode, test: (node: DomNode) => boolean, depth = 0): boolean =>
  test(node) || (depth < MAX_DEPTH && (node.children ?? []).some((child) => some(child, test, depth + 1)))

const hasText = (node: DomNode) =>
  some(node, ({ type, data, name }) => (type === 'text' && Boolean(data?.trim())) || name === 'img')
const hasBlock = (node: DomNode) => some(node, ({ name }) => name !== undefined && blocks.has(name))

/** Formats of cells: those with lines of their own are blocks, as in tables that make a layout; others share a line. */
export function tableFormats(): Record<string, FormatCallback> {
  /** The last cell with text of each row. */
  const before = new WeakMap<DomNode, DomNode>()
  return {
    tableCell: (element, walk, builder) => {
      // Empty cells are space of a layout.
      if (!hasText(element)) return
      const row = element.parent
      const last = row && before.get(row)
      if (row) before.set(row, element)
      if (hasBlock(element)) {
        builder.openBlock({ leadingLineBreaks: 1 })
        walk(element.children, builder)
        builder.closeBlock({ trailingLineBreaks: 1 })
        return
      }
      if (last && !hasBlock(last)) builder.addInline(` ${BETWEEN} `)
      walk(element.children, builder)
    },
  }
}

/** The text with two spaces between the cells of a row. */
export const joinCells = (text: string): string => text.replace(new RegExp(` ?${BETWEEN} ?`, 'g'), '  ')
