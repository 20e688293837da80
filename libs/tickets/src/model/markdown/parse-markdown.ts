import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { isTooLarge, isWithinBounds } from './markdown-bounds'

export type MarkdownRoot = ReturnType<typeof fromMarkdown>
export type MarkdownNode = MarkdownRoot['children'][number]

/**
 * Constructs that messages do not have: they stay text. HTML and images are unsafe; indented code, setext headings and
 * rules misread plain text such as signatures; escapes and entities would change paths and pasted code.
 */
const disabled = [
  'htmlFlow',
  'htmlText',
  'labelStartImage',
  'definition',
  'codeIndented',
  'setextUnderline',
  'thematicBreak',
  'characterEscape',
  'hardBreakEscape',
  'characterReference',
]

const MESSAGES: Options = { extensions: [{ disable: { null: disabled } }] }

/** The text as it is, in one paragraph. */
const unformatted = (text: string): MarkdownRoot => ({
  type: 'root',
  children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
})

/**
 * Parses the Markdown of messages: bold, italic, lists, quotes, code, links and headings. A text whose shape is beyond the
 * bounds stays as it is.
 * @param syntax - options of the parser for other texts than messages
 */
export function parseMarkdown(text: string, syntax: Options = MESSAGES): MarkdownRoot {
  if (!isWithinBounds(text)) return unformatted(text)
  const root = fromMarkdown(text, syntax)
  return isTooLarge(root) ? unformatted(text) : root
}

/** Empty lines in the source between two neighbouring nodes. */
export function blankLinesBetween(before: MarkdownNode | undefined, node: MarkdownNode): number {
  if (!before?.position || !node.position) return 0
  return Math.max(0, node.position.start.line - before.position.end.line - 1)
}

/** The source of a node. */
export const sourceOf = ({ position }: MarkdownNode, text: string): string =>
  text.slice(position?.start.offset, position?.end.offset)
