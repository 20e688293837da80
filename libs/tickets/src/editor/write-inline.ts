import type { Mark, Node } from 'prosemirror-model'
import { keepReferences, referenceOf } from '../model/markdown/mark-references'
import { schema } from './schema'

const { marks } = schema

/** How the marks of a line are written. */
export interface InlineStyle {
  em: '*' | '_'
  /** Marks that are text and are written as references. */
  refers: RegExp | null
  /** Whether bold and italic are left out: Markdown cannot have them everywhere, such as within a word behind punctuation. */
  plain: boolean
}

interface Piece {
  text: string
  marks: readonly Mark[]
}

const isFormat = (mark: Mark): boolean => mark.type === marks.strong || mark.type === marks.em

/** The texts of a line. Blanks at the ends of bold and italic are outside of them: else Markdown would not know the marks. */
function piecesOf(line: Node, { plain }: InlineStyle): Piece[] {
  const pieces: Piece[] = []
  line.forEach((node) => {
    const text = node.type === schema.nodes.hard_break ? '\n' : (node.text ?? '')
    const isCode = marks.code.isInSet(node.marks)
    // A code that is blank, or has line breaks, would not be one.
    const parts = isCode ? [text] : text.split(/(\s+)/).filter(Boolean)
    for (const part of parts) {
      const of = plain ? node.marks.filter((mark) => !isFormat(mark)) : node.marks
      pieces.push({ text: part, marks: of })
    }
  })
  return pieces.map((piece, index) =>
    piece.text.trim()
      ? piece
      : { ...piece, marks: piece.marks.filter((mark) => !isFormat(mark) || reaches(pieces, index, mark)) },
  )
}

/** Whether a mark goes on behind a blank. */
function reaches(pieces: readonly Piece[], index: number, mark: Mark): boolean {
  const has = ({ marks: of }: Piece) => mark.isInSet(of)
  const isBlank = ({ text }: Piece) => text.trim() === ''
  const before = pieces.slice(0, index).findLast((piece) => !isBlank(piece) || !has(piece))
  const after = pieces.slice(index + 1).find((piece) => !isBlank(piece) || !has(piece))
  return before !== undefined && after !== undefined && has(before) && has(after)
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([row]) => row.length))
  const fence = '`'.repeat(longest + 1)
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  const pad = isPadded || /^`|`$/.test(text) ? ' ' : ''
  return fence + pad + text + pad + fence
}

const destination = (href: string): string =>
  /^[^\s()<>\\]+$/.test(href) ? href : `<${href.replace(/[<>\s\\]/g, (char) => encodeURIComponent(char))}>`

/** The Markdown of a line. */
export function writeInline(line: Node, style: InlineStyle): string {
  const pieces = piecesOf(line, style)
  const open: { mark: Mark; end: string }[] = []
  let result = ''
  const close = (to: number) => {
    while (open.length > to) result += open.pop()?.end ?? ''
  }
  const extent = (mark: Mark, from: number) => {
    const end = pieces.findIndex((piece, index) => index > from && !mark.isInSet(piece.marks))
    return end < 0 ? pieces.length : end
  }
  const start = (mark: Mark): string => {
    if (mark.type === marks.link) {
      open.push({ mark, end: `](${destination(String(mark.attrs.href))})` })
      return '['
    }
    const sign = mark.type === marks.strong ? '**' : style.em
    open.push({ mark, end: sign })
    return sign
  }
  pieces.forEach((piece, index) => {
    const wanted = piece.marks.filter((mark) => mark.type !== marks.code)
    const kept = open.findIndex(({ mark }) => !mark.isInSet(wanted))
    close(kept < 0 ? open.length : kept)
    const added = wanted
      .filter((mark) => !open.some((each) => each.mark.eq(mark)))
      .sort((a, b) => extent(b, index) - extent(a, index) || rank(a) - rank(b))
    for (const mark of added) result += start(mark)
    if (marks.code.isInSet(piece.marks)) return void (result += code(piece.text))
    const text = keepReferences(piece.text)
    result += style.refers ? text.replace(style.refers, referenceOf) : text
  })
  close(0)
  return result
}

const rank = (mark: Mark): number => (mark.type === marks.link ? 0 : mark.type === marks.strong ? 1 : 2)

const lineMarks = [
  /^(\s*)(#)(?=#{0,5}(?:\s|$))/,
  /^(\s*)(>)/,
  /^(\s*)([-+*])(?=\s|$)/,
  /^(\s*\d{1,9})([.)])(?=\s|$)/,
  /^(\s*)(~)(?=~~)/,
  /^(\s*)(`)(?=``[^`]*$)/,
]

/** A line that begins with the mark of a block, which it is not. */
export const keepLineMark = (line: string): string =>
  lineMarks.reduce(
    (text, mark) => text.replace(mark, (_whole, before: string, sign: string) => before + referenceOf(sign)),
    line,
  )
