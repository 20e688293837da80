import type { Mark, Node } from 'prosemirror-model'
import { safeHref } from '../model/autolinks'
import { hasMarkdown } from '../model/markdown/has-markdown'
import { withMarks } from '../model/markdown/mark-references'
import {
  blankLinesBetween,
  parseMarkdown,
  sourceOf,
  type MarkdownNode,
} from '../model/markdown/parse-markdown'
import { schema } from './schema'

const { nodes, marks } = schema

const paragraph = (content: readonly Node[] = []): Node => nodes.paragraph.create(null, content)
const plain = (text: string, of: readonly Mark[] = []): Node[] => (text ? [schema.text(text, of)] : [])

/** Lines as they are, without Markdown. */
export const plainLines = (text: string): Node[] =>
  text.split(/\r\n?|\n/).map((line) => paragraph(plain(line)))

/** Whether lists and quotes need an empty line before this node, which would else be their last line. */
export const isSetApart = (before: string | undefined, node: string): boolean =>
  node === 'paragraph' && before !== undefined && /list$|quote$/.test(before)

/** Texts without their line breaks, which split them to lines. */
function linesOf(parts: readonly Node[]): Node[][] {
  const lines: Node[][] = [[]]
  for (const part of parts) {
    const [first = '', ...more] = (part.text ?? '').split(/\r\n?|\n/)
    lines.at(-1)?.push(...plain(first, part.marks))
    for (const line of more) lines.push(plain(line, part.marks))
  }
  return lines
}

function inline(node: MarkdownNode, text: string, of: readonly Mark[]): Node[] {
  const all = (mark: Mark, children: readonly MarkdownNode[]) =>
    children.flatMap((child) => inline(child, text, mark.addToSet(of)))
  switch (node.type) {
    case 'text':
      return plain(withMarks(node.value), of)
    case 'inlineCode':
      return plain(node.value, marks.code.create().addToSet(of))
    case 'strong':
      return all(marks.strong.create(), node.children)
    case 'emphasis':
      return all(marks.em.create(), node.children)
    case 'break':
      return plain('\n', of)
    case 'link': {
      const href = safeHref(node.url)
      const isLinked = of.some(({ type }) => type === marks.link)
      // As the thread does, which shows the source of any other link.
      if (href && !isLinked && node.children.length > 0)
        return all(marks.link.create({ href: node.url }), node.children)
    }
  }
  return plain(sourceOf(node, text), of)
}

const inlines = (children: readonly MarkdownNode[], text: string): Node[] =>
  children.flatMap((child) => inline(child, text, []))

function block(node: MarkdownNode, text: string): Node[] {
  switch (node.type) {
    case 'paragraph':
      return linesOf(inlines(node.children, text)).map(paragraph)
    case 'heading':
      return [nodes.heading.create({ level: node.depth }, linesOf(inlines(node.children, text)).flat())]
    case 'blockquote':
      return [nodes.blockquote.create(null, filled(blocks(node.children, text)))]
    case 'list': {
      const items = node.children.map((item, index) => {
        const content = blocks(item.children, text)
        const first = content[0]?.type === nodes.paragraph ? [] : [paragraph()]
        const gap = blankLinesBetween(node.children[index - 1], item)
        return nodes.list_item.create({ gap }, [...first, ...content])
      })
      return [
        node.ordered
          ? nodes.ordered_list.create({ start: node.start ?? 1 }, items)
          : nodes.bullet_list.create(null, items),
      ]
    }
    case 'code':
      return [
        nodes.code_block.create(
          { info: [node.lang, node.meta].filter(Boolean).join(' ') },
          plain(node.value),
        ),
      ]
    default:
      return plainLines(sourceOf(node, text))
  }
}

const emptyLines = (count: number): Node[] => Array.from({ length: Math.max(0, count) }, () => paragraph())
const filled = (content: Node[]): Node[] => (content.length > 0 ? content : [paragraph()])

function blocks(children: readonly MarkdownNode[], text: string): Node[] {
  return children.flatMap((node, index) => {
    const before = children[index - 1]
    const gap = blankLinesBetween(before, node) - (isSetApart(before?.type, node.type) ? 1 : 0)
    return [...emptyLines(gap), ...block(node, text)]
  })
}

/** The lines and blocks of a message's Markdown, as the thread shows it. */
export function parseBlocks(text: string): Node[] {
  if (!hasMarkdown(text)) return plainLines(text)
  const { children } = parseMarkdown(text)
  const [first, last] = [children[0]?.position, children.at(-1)?.position]
  // Beyond the bounds of Markdown.
  if (!first || !last) return plainLines(text)
  const lines = text.split(/\r\n?|\n/).length
  return [
    ...emptyLines(first.start.line - 1),
    ...blocks(children, text),
    ...emptyLines(lines - last.end.line - (isSetApart(children.at(-1)?.type, 'paragraph') ? 1 : 0)),
  ]
}

/** The document of a message. */
export const parseMessage = (text: string): Node => nodes.doc.create(null, parseBlocks(text))
