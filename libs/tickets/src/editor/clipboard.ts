import { DOMParser, Fragment, Slice, type Node } from 'prosemirror-model'
import { cleanHtml } from './clean-html'
import { isSetApart, parseBlocks, plainLines } from './parse-message'
import { schema } from './schema'
import { writeMessage } from './write-message'

const { nodes } = schema

/** An address that can be a link. */
export const addressOf = (text: string): string | null => {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : null
}

const isLine = (node: Node | null): boolean => node?.type === nodes.paragraph

/** Blocks that go on in the line where they are pasted. */
const openSlice = (content: readonly Node[]): Slice => {
  const fragment = Fragment.from(content)
  return new Slice(fragment, isLine(fragment.firstChild) ? 1 : 0, isLine(fragment.lastChild) ? 1 : 0)
}

/** Plain text that is pasted: Markdown as in the plain box, or as it is with Ctrl+Shift+V. */
export const parsePlain = (text: string, isPlain: boolean): Slice =>
  openSlice(isPlain ? plainLines(text) : parseBlocks(text))

/** The Markdown of what is copied, for programs that take plain text. */
export function clipboardText({ content }: Slice): string {
  const document =
    nodes.doc.createAndFill(null, content) ??
    nodes.doc.createAndFill(null, nodes.paragraph.create(null, content))
  return document ? writeMessage(document) : content.textBetween(0, content.size, '\n')
}

/** The lines of a paragraph with breaks. */
function linesOf(node: Node): Node[] {
  const lines: Node[][] = [[]]
  node.forEach((child) => {
    if (child.type === nodes.hard_break) lines.push([])
    else lines.at(-1)?.push(child)
  })
  // The break at the end of a line begins no other.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop()
  return lines.map((line) => node.copy(Fragment.from(line)))
}

function withoutBreaksIn(fragment: Fragment): Fragment {
  const result: Node[] = []
  fragment.forEach((node) => {
    if (node.type === nodes.hard_break) result.push(schema.text(' '))
    else if (node.isTextblock)
      result.push(
        ...(node.type === nodes.paragraph ? linesOf(node) : [node.copy(withoutBreaksIn(node.content))]),
      )
    else result.push(node.isLeaf ? node : node.copy(withoutBreaksIn(node.content)))
  })
  return Fragment.from(result)
}

const isBlank = (node: Node): boolean => isLine(node) && node.textContent.trim() === ''

/** Blocks with one empty line at most between two, and none at the ends. Headings are bold anyway. */
function tidyBlocks(content: Fragment): Fragment {
  const kept: Node[] = []
  content.forEach((node) => {
    const before = kept.at(-1)
    if (isBlank(node)) {
      if (before && !isBlank(before)) kept.push(nodes.paragraph.create())
      return
    }
    // Behind a list and a quote there is an empty line anyway.
    if (before && isBlank(before) && isSetApart(kept.at(-2)?.type.name, node.type.name)) kept.pop()
    kept.push(tidyBlock(node))
  })
  const last = kept.at(-1)
  if (last && isBlank(last) && kept.length > 1) kept.pop()
  return Fragment.from(kept)
}

function tidyBlock(node: Node): Node {
  if (node.type === nodes.heading) return withoutBold(node)
  if (node.type === nodes.code_block) {
    const text = node.textContent.trimEnd()
    return node.copy(text ? Fragment.from(schema.text(text)) : Fragment.empty)
  }
  return node.isTextblock || node.isInline ? node : node.copy(tidyBlocks(node.content))
}

function withoutBold(heading: Node): Node {
  const parts: Node[] = []
  heading.forEach((node) => parts.push(node.mark(schema.marks.strong.removeFromSet(node.marks))))
  return heading.copy(Fragment.from(parts))
}

/** What another program copied, as blocks of a message. */
export function sliceOfHtml(html: string): Slice {
  const { content } = DOMParser.fromSchema(schema).parseSlice(cleanHtml(html))
  const isInline = content.firstChild?.isInline
  const whole = isInline ? Fragment.from(nodes.paragraph.create(null, content)) : content
  return Slice.maxOpen(tidyBlocks(withoutBreaksIn(whole)), true)
}

/** What the clipboard, or what is dropped, has for a message; null where the editor's own way is right, such as for plain text. */
export function sliceOf(data: DataTransfer | null): Slice | null {
  const html = data?.getData('text/html') ?? ''
  if (!data || html === '') return null
  // Copied here: its plain text is the Markdown.
  return html.includes('data-pm-slice') ? parsePlain(data.getData('text/plain'), false) : sliceOfHtml(html)
}
