import { fromMarkdown } from 'mdast-util-from-markdown'
import { LIGHT, mailColors } from './mail-colors.ts'
import { escapeHtml } from './mail-html.ts'
import { bareAddresses } from './mail-links.ts'
import { codeStyle, linkStyle, styled } from './mail-style.ts'
import { withMarks } from './mark-references.ts'
import { isTooLarge, isWithinBounds } from './markdown-bounds.ts'
import { textDirection } from './text-direction.ts'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root | Root['children'][number]

/** The subset of the portal's messages (libs/tickets, parse-markdown.ts): no HTML, images, escapes or entities. */
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

/** The text as it is, in one paragraph. */
function unformatted(text: string): Root {
  const lines = text.split('\n')
  const end = { line: lines.length, column: (lines.at(-1) ?? '').length + 1, offset: text.length }
  const position = { start: { line: 1, column: 1, offset: 0 }, end }
  return {
    type: 'root',
    position,
    children: [{ type: 'paragraph', position, children: [{ type: 'text', value: text, position }] }],
  }
}

// Noncharacters, as long as what they hide: all positions stay right.
const hide: Record<string, string> = { '*': '\uFDD0', _: '\uFDD1' }
const shown = (value: string): string => value.replaceAll('\uFDD0', '*').replaceAll('\uFDD1', '_')

/** Hides the marks within bare addresses: in `https://a.example/_next_/` nothing is italic. */
function hideMarks(text: string): string {
  let [result, end] = ['', 0]
  for (const address of bareAddresses(text)) {
    const inside = text.slice(address.start, address.end).replace(/[*_]/g, (mark) => hide[mark] ?? mark)
    result += text.slice(end, address.start) + inside
    end = address.end
  }
  return result + text.slice(end)
}

/** A text beyond the bounds stays as it is. */
function parse(text: string): Root {
  if (!isWithinBounds(text)) return unformatted(text)
  const root = fromMarkdown(hideMarks(text), { extensions: [{ disable: { null: disabled } }] })
  return isTooLarge(root) ? unformatted(text) : root
}

const sourceOf = ({ position }: Node, text: string): string =>
  text.slice(position?.start.offset, position?.end.offset)

/** The source of a link's text. */
const labelOf = (nodes: readonly Node[], text: string): string =>
  nodes.map((node) => sourceOf(node, text)).join('')

/** http, https and plain mailto addresses. */
function safeHref(address: string): string | null {
  if (/^mailto:[^\s@?&]+@[^\s@?&]+$/i.test(address)) return address
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : null
}

/** The host of a link whose text does not name it, because the text may promise another destination. */
function destination(label: string, href: string): string {
  const { protocol, host, pathname } = new URL(href)
  const target = protocol === 'mailto:' ? pathname : host
  const isNamed =
    label === target ||
    label === href ||
    `mailto:${label}` === href ||
    (host !== '' && URL.canParse(label) && new URL(label).host === host)
  return isNamed ? '' : ` (${target})`
}

const BLOCK = 'margin:0 0 8px'
/** Longer texts are beyond the bounds of Markdown, and their addresses stay text. */
const LINKED_MAX = 20_000

/** A text as it is, as HTML for a mail. */
export const plainToHtml = (text: string): string =>
  `<p dir="auto" style="${BLOCK};white-space:pre-wrap">${escapeHtml(text)}</p>`

/** A link, and behind it its destination unless the label names it. */
function linkHtml(href: string, label: string, labelHtml: string, color: string): string {
  return `<a href="${escapeHtml(href)}" ${linkStyle(color)}>${labelHtml}</a>${escapeHtml(destination(label, href))}`
}

/** Text with its bare addresses as links. */
function linkedText(text: string, color: string): string {
  let [result, end] = ['', 0]
  for (const { start, end: after, url } of bareAddresses(text)) {
    const href = safeHref(url)
    if (!href) continue
    const label = text.slice(start, after)
    result +=
      escapeHtml(text.slice(end, start)) +
      linkHtml(href, url.startsWith('http') ? url : label, escapeHtml(label), color)
    end = after
  }
  return result + escapeHtml(text.slice(end))
}

/**
 * A message as HTML for a mail. Everything but the elements written here is escaped.
 * @param color - of links, #rrggbb
 */
export function markdownToHtml(text: string, color = mailColors().link): string {
  const all = (nodes: readonly Node[], isLinked = false): string =>
    nodes.map((node) => html(node, isLinked)).join('')
  /** The direction of a block, and the side where it begins. Mail programs do not know logical sides. */
  const sidesOf = (node: Node) => {
    const dir = textDirection(sourceOf(node, text)) ?? 'ltr'
    return [dir, dir === 'rtl' ? 'right' : 'left'] as const
  }
  /** @param isLinked - within a link, which cannot contain another */
  function html(node: Node, isLinked = false): string {
    switch (node.type) {
      case 'root':
        return all(node.children)
      case 'paragraph':
        return `<p dir="auto" style="${BLOCK};white-space:pre-wrap">${all(node.children)}</p>`
      case 'heading':
        return `<p dir="auto" style="${BLOCK}"><strong>${all(node.children)}</strong></p>`
      case 'blockquote': {
        const [dir, side] = sidesOf(node)
        const style = `${BLOCK};padding-${side}:12px;border-${side}:3px solid ${LIGHT.quote}`
        return `<blockquote dir="${dir}" ${styled('hd-quote', style)}>${all(node.children)}</blockquote>`
      }
      case 'list': {
        const tag = node.ordered ? 'ol' : 'ul'
        const start = node.ordered && typeof node.start === 'number' ? ` start="${node.start}"` : ''
        const [dir, side] = sidesOf(node)
        return `<${tag}${start} dir="${dir}" style="${BLOCK};padding-${side}:24px">${all(node.children)}</${tag}>`
      }
      case 'listItem':
        return `<li>${all(node.children)}</li>`
      case 'code':
        return `<pre dir="ltr" ${codeStyle(`${BLOCK};padding:8px 12px;white-space:pre-wrap`)}>${escapeHtml(shown(node.value))}</pre>`
      case 'inlineCode':
        return `<code ${codeStyle('padding:0 4px')}>${escapeHtml(shown(node.value))}</code>`
      case 'strong':
        return `<strong>${all(node.children, isLinked)}</strong>`
      case 'emphasis':
        return `<em>${all(node.children, isLinked)}</em>`
      case 'break':
        return '<br>'
      case 'text': {
        const value = withMarks(shown(node.value))
        return isLinked || value.length > LINKED_MAX ? escapeHtml(value) : linkedText(value, color)
      }
      case 'link': {
        const href = safeHref(shown(node.url))
        return href
          ? linkHtml(href, labelOf(node.children, text), all(node.children, true), color)
          : escapeHtml(sourceOf(node, text))
      }
      default:
        return escapeHtml(sourceOf(node, text))
    }
  }
  return html(parse(text))
}

/**
 * A message as readable text: without marks of bold, italic, headings and code, and with the address after a link's text. Lists and
 * quotes keep their marks.
 */
export function markdownToText(text: string): string {
  const all = (nodes: readonly Node[]): string => nodes.map(plain).join('')
  /** The lines of a block of code, each behind the marks of the quotes and the blanks of the lists that it is in. */
  function indented(node: Node, lines: readonly string[]): string {
    const { offset = 0, column = 1 } = node.position?.start ?? {}
    const before = text.slice(offset - column + 1, offset).replace(/[^>\s]/g, ' ')
    return lines.map((line) => `    ${line}`).join(`\n${before}`)
  }
  function plain(node: Node): string {
    switch (node.type) {
      case 'text':
        return withMarks(sourceOf(node, text))
      case 'strong':
      case 'emphasis':
      case 'heading':
        return all(node.children)
      case 'inlineCode':
        return shown(node.value)
      case 'code':
        return indented(node, shown(node.value).split('\n'))
      case 'break':
        return '\n'
      case 'link': {
        const label = all(node.children)
        const target = shown(node.url)
        return label === target ? label : `${label} (${target.replace(/^mailto:/i, '')})`
      }
    }
    if (!('children' in node)) return sourceOf(node, text)
    // Keeps everything between the children: marks of lists and quotes, line breaks.
    let end = node.position?.start.offset ?? 0
    let result = ''
    for (const child of node.children) {
      result += text.slice(end, child.position?.start.offset) + plain(child)
      end = child.position?.end.offset ?? end
    }
    return result + text.slice(end, node.position?.end.offset)
  }
  return plain(parse(text))
}
