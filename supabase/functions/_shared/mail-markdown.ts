import { fromMarkdown } from 'mdast-util-from-markdown'
import { escapeHtml } from './mail-html.ts'
import { isTooLarge, isWithinBounds } from './markdown-bounds.ts'

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
  'characterReference',
]

/** The text as it is, in one paragraph. */
function unformatted(text: string): Root {
  const lines = text.split('\n')
  const end = { line: lines.length, column: (lines.at(-1) ?? '').length + 1, offset: text.length }
  const position = { start: { line: 1, column: 1, offset: 0 }, end }
  return { type: 'root', position, children: [{ type: 'paragraph', position, children: [{ type: 'text', value: text, position }] }] }
}

/** A text beyond the bounds stays as it is. */
function parse(text: string): Root {
  if (!isWithinBounds(text)) return unformatted(text)
  const root = fromMarkdown(text, { extensions: [{ disable: { null: disabled } }] })
  return isTooLarge(root) ? unformatted(text) : root
}

const sourceOf = ({ position }: Node, text: string): string =>
  text.slice(position?.start.offset, position?.end.offset)

/** The source of a link's text. */
const labelOf = (nodes: readonly Node[], text: string): string => nodes.map((node) => sourceOf(node, text)).join('')

/** http, https and plain mailto addresses. */
function safeHref(address: string): string | null {
  if (/^mailto:[^\s@?&]+@[^\s@?&]+$/i.test(address)) return address
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : null
}

/** The host of a link whose text does not name it, because the text may promise another destination. */
function destination(label: string, href: string): string {
  const { protocol, host, pathname } = new URL(href)
  const target = protocol === 'mailto:' ? pathname : host
  const isNamed = label === target || label === href || (host !== '' && URL.canParse(label) && new URL(label).host === host)
  return isNamed ? '' : ` (${target})`
}

const MONO =
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;background:#f4f4f5;border-radius:4px'
const BLOCK = 'margin:0 0 8px'

/** A text as it is, as HTML for a mail. */
export const plainToHtml = (text: string): string => `<p style="${BLOCK};white-space:pre-wrap">${escapeHtml(text)}</p>`

/** A message as HTML for a mail. Everything but the elements written here is escaped. */
export function markdownToHtml(text: string): string {
  const all = (nodes: readonly Node[]): string => nodes.map(html).join('')
  function html(node: Node): string {
    switch (node.type) {
      case 'root':
        return all(node.children)
      case 'paragraph':
        return `<p style="${BLOCK};white-space:pre-wrap">${all(node.children)}</p>`
      case 'heading':
        return `<p style="${BLOCK}"><strong>${all(node.children)}</strong></p>`
      case 'blockquote':
        return `<blockquote style="${BLOCK};padding-left:12px;border-left:3px solid #d4d4d8">${all(node.children)}</blockquote>`
      case 'list': {
        const tag = node.ordered ? 'ol' : 'ul'
        const start = node.ordered && typeof node.start === 'number' ? ` start="${node.start}"` : ''
        return `<${tag}${start} style="${BLOCK};padding-left:24px">${all(node.children)}</${tag}>`
      }
      case 'listItem':
        return `<li>${all(node.children)}</li>`
      case 'code':
        return `<pre style="${BLOCK};padding:8px 12px;white-space:pre-wrap;${MONO}">${escapeHtml(node.value)}</pre>`
      case 'inlineCode':
        return `<code style="padding:0 4px;${MONO}">${escapeHtml(node.value)}</code>`
      case 'strong':
        return `<strong>${all(node.children)}</strong>`
      case 'emphasis':
        return `<em>${all(node.children)}</em>`
      case 'break':
        return '<br>'
      case 'text':
        return escapeHtml(node.value)
      case 'link': {
        const href = safeHref(node.url)
        return href
          ? `<a href="${escapeHtml(href)}" style="color:#2453c9">${all(node.children)}</a>${escapeHtml(destination(labelOf(node.children, text), href))}`
          : escapeHtml(sourceOf(node, text))
      }
      default:
        return escapeHtml(sourceOf(node, text))
    }
  }
  return html(parse(text))
}

/** A message as readable text: without marks of bold and italic, and with the address after a link's text. */
export function markdownToText(text: string): string {
  const all = (nodes: readonly Node[]): string => nodes.map(plain).join('')
  function plain(node: Node): string {
    if (node.type === 'strong' || node.type === 'emphasis') return all(node.children)
    if (node.type === 'link') {
      const label = all(node.children)
      return label === node.url ? label : `${label} (${node.url})`
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
