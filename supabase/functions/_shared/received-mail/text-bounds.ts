import type { FormatCallback } from 'html-to-text'

/** Fewer than `foldQuotes` looks at, and far more than is kept. */
const MAX_LINES = 4_990
const MAX_TEXT = 500_000

/** Quotes and lists within one another: each writes all lines within it once more. */
const MAX_DEPTH = 20

const newline = /\n/g
/** As text and as HTML writes characters by their numbers and names. */
const newlineOfHtml = /\n|&#(?:x0*a|0*10)(?![0-9a-f]);?|&newline;/gi

/** Where the line after the last one that is read begins, counted from `start`. */
function endOfLines(text: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start
  let found: RegExpExecArray | null = null
  for (let count = 0; count < MAX_LINES; count += 1) {
    found = pattern.exec(text)
    if (!found) return text.length
  }
  return found?.index ?? text.length
}

/** The text up to the bounds: reading takes 1 µs for each line, and somebody else's may have millions. */
export function boundText(text: string): string {
  return text.slice(0, Math.min(endOfLines(text, newline, 0), MAX_TEXT))
}

/** The HTML up to as many line breaks: they are lines of the text only in `pre`. */
export function boundLines(html: string): string {
  const start = html.search(/<pre/i)
  return start < 0 ? html : html.slice(0, endOfLines(html, newlineOfHtml, start))
}

/** The text between the tags of HTML that cannot be converted. */
export const textBetweenTags = (html: string): string =>
  html
    .split('<')
    .map((piece, n) => (n === 0 ? piece : piece.split('>').slice(1).join('>')))
    .join(' ')

/** Roman numbers end there, and the package throws. */
const MAX_ROMAN = 3_999

interface Depth {
  now: number
}

/** A format of the package that passes elements which are too deep on to its plain one. */
const bounded =
  (name: string, plain: string, max: number, depth: Depth): FormatCallback =>
  (element, walk, builder, options) => {
    depth.now += 1
    builder.options.formatters?.[depth.now > max ? plain : name]?.(element, walk, builder, options)
    depth.now -= 1
  }

/** Formats for one conversion: the package takes quadratic time for quotes, lists and links within one another. */
export function boundedFormats(): Record<string, FormatCallback> {
  const depth = { now: 0 }
  const orderedList = bounded('orderedList', 'block', MAX_DEPTH, depth)
  return {
    boundedQuote: bounded('blockquote', 'block', MAX_DEPTH, depth),
    boundedList: bounded('unorderedList', 'block', MAX_DEPTH, depth),
    boundedOrderedList: (element, walk, builder, options) => {
      const first = Number(element.attribs?.start ?? 1)
      if (!Number.isInteger(first)) delete element.attribs?.start
      if (!(first > 0 && first + element.children.length <= MAX_ROMAN)) delete element.attribs?.type
      orderedList(element, walk, builder, options)
    },
    boundedLink: bounded('anchor', 'inline', 1, { now: 0 }),
  }
}
