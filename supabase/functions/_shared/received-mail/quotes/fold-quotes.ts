import {
  attributionAt,
  attributionEndingAt,
  beginMail,
  endOfAnyAttribution,
  separateAttributions,
} from './attributions.ts'
import { isFields, isHeaderBlock } from './header-blocks.ts'
import { endOfParagraph, isBlank, lastText, skipBlank } from './lines.ts'
import { isDashed, isQuoted, isRule, isSeparator } from './quote-marks.ts'
import { signatureStart } from './signatures.ts'
import { noMarks, type Marks } from './structure-marks.ts'

export interface Folded {
  /** What the writer added. */
  content: string
  /** Quoted history and signature, in their order. */
  quoted: string
}

/** Lines that are looked at; what comes after them is history or an attack. */
const MAX_LINES = 5_000

const openLink = /[(<]https?:[^\s()<>]*$/
const linkAndMark = /^\s{0,3}\(https?:[^\s()]{1,500}\) ?>$/

/**
 * Whether the line is the rest of a quoted line, or of a link in it, that a program has wrapped: the middle of a sentence in a
 * full line. Anything else between two quoted lines may be a short answer.
 */
function isWrappedRest(lines: readonly string[], at: number): boolean {
  const [above, line] = [lines[at - 1] ?? '', lines[at] ?? '']
  if (above.length > 1_000 || !isQuoted(above) || !isQuoted(lines[at + 1] ?? '')) return false
  const isFull = above.length + (/^\S{1,30}/.exec(line)?.[0].length ?? 0) >= 74
  return (
    (isFull && /[\p{Ll},]$/u.test(above) && /^\p{Ll}/u.test(line)) ||
    (openLink.test(above) && /^\S+[)>]$/.test(line)) ||
    linkAndMark.test(line)
  )
}

/** The end of the quoted lines that begin at `at`, with the blank ones between them. */
function endOfQuotes(lines: readonly string[], at: number): number {
  let end = at
  for (let next = at; next < lines.length; next += 1) {
    if (isQuoted(lines[next] ?? '')) end = next + 1
    else if (!isBlank(lines[next]) && !isWrappedRest(lines, next)) break
  }
  return end
}

interface Quote {
  from: number
  to: number
  /**
   * How sure it is that this is an earlier message: a program introduced it; it has only `>`; or it belongs to the text above,
   * which introduces it in the writer's own words, as an example or a log.
   */
  kind: 'message' | 'bare' | 'own'
}

const introduces = (line: string | undefined) => /[:：]\s*$/.test(line ?? '')

/** Whether the quoted lines say themselves that they are a message. */
function isIntroducedWithin(lines: readonly string[], at: number, end: number): boolean {
  const inside = lines.slice(at, Math.min(end, at + 12)).map((line) => line.replace(/^[\s>]+/, ''))
  const first = skipBlank(inside, 0)
  return (
    isSeparator(inside[first] ?? '') ||
    isHeaderBlock(inside, first) ||
    attributionAt(inside, first) !== undefined
  )
}

type Box = readonly [from: number, to: number]
const innermost = new WeakMap<Marks, Box[]>()

/** The innermost element of each line: many elements have as many attributions. */
function boxesOfLines({ boxes }: Marks): Box[] {
  const found: Box[] = []
  for (const box of boxes) for (let at = box[0]; at < box[1]; at += 1) found[at] = box
  return found
}

/** The innermost element for earlier messages in which the line is. */
function boxAround(marks: Marks, at: number): Box | undefined {
  if (!innermost.has(marks)) innermost.set(marks, boxesOfLines(marks))
  return innermost.get(marks)?.[at]
}

/** The quoted lines at `at`, with the attribution above them. */
function quoteAt(lines: readonly string[], at: number, earliest: number, marks: Marks): Quote {
  const to = endOfQuotes(lines, at)
  const box = boxAround(marks, at)
  const first = box && skipBlank(lines, Math.max(box[0], earliest))
  if (first !== undefined && skipBlank(lines, endOfAnyAttribution(lines, first, at) ?? to) === at)
    return { from: first, to, kind: 'message' }
  const last = lastText(lines, at, earliest)
  // One empty line at most is between them.
  const attribution =
    last >= earliest && at - last <= 3 ? attributionEndingAt(lines, last, earliest) : undefined
  if (attribution) return { from: attribution.from, to, kind: 'message' }
  if (last >= earliest && isSeparator(lines[last] ?? '')) return { from: last, to, kind: 'message' }
  if (isIntroducedWithin(lines, at, to)) return { from: at, to, kind: 'message' }
  if (marks.cited.has(at)) {
    if (last >= earliest && endOfAnyAttribution(lines, last, at) !== undefined)
      return { from: last, to, kind: 'message' }
    // Programs cite what a writer pastes, too.
    if (!introduces(lines[last]) && skipBlank(lines, to) >= lines.length)
      return { from: at, to, kind: 'message' }
  }
  // Right below a line of the writer they are rather a log or an example than history.
  const isOwn = last >= earliest && (introduces(lines[last]) || last === at - 1)
  return { from: at, to, kind: isOwn ? 'own' : 'bare' }
}

/** The message that is not marked line by line and begins at `at`: all below it is quoted. */
function messageAt(lines: readonly string[], at: number): Quote | undefined {
  const line = lines[at] ?? ''
  const rest: Quote = { from: at, to: lines.length, kind: 'message' }
  const below = skipBlank(lines, at + 1)
  if (isSeparator(line))
    return isQuoted(lines[below] ?? '') ? { ...rest, to: endOfQuotes(lines, below) } : rest
  if (isRule(line) && (isHeaderBlock(lines, below) || attributionAt(lines, below)?.isStrong)) return rest
  if (isDashed(line) && isHeaderBlock(lines, below)) return rest
  // Below "I got this mail:" it is what the writer shows.
  const isOwn = introduces(lines[lastText(lines, at)])
  if (isHeaderBlock(lines, at)) return isOwn ? { from: at, to: endOfParagraph(lines, at), kind: 'own' } : rest
  const attribution = isOwn ? undefined : attributionAt(lines, at)
  if (!attribution) return undefined
  const body = skipBlank(lines, attribution.to + 1)
  if (isQuoted(lines[body] ?? '')) return { ...rest, to: endOfQuotes(lines, body) }
  return attribution.isStrong ? rest : undefined
}

/** The message that the structure of the HTML shows at `at`. */
function markedAt(lines: readonly string[], at: number, marks: Marks): Quote | undefined {
  const attribution = marks.attributions.get(at)
  if (attribution !== undefined) {
    const body = skipBlank(lines, attribution)
    if (isQuoted(lines[body] ?? '')) return { from: at, to: endOfQuotes(lines, body), kind: 'message' }
    // Without the quote, what follows is a forwarded message or an answer in the place of the quote.
    const isForwarded = isSeparator(lines[skipBlank(lines, at)] ?? '')
    return {
      from: at,
      to: isForwarded ? (boxAround(marks, at)?.[1] ?? lines.length) : attribution,
      kind: 'message',
    }
  }
  if (marks.rests.has(at)) {
    const first = skipBlank(lines, at)
    const block = isRule(lines[first] ?? '') ? skipBlank(lines, first + 1) : first
    if (isFields(lines, block) || attributionAt(lines, block))
      return { from: at, to: lines.length, kind: 'message' }
  }
  const end = marks.boxes.get(at)
  if (end === undefined) return undefined
  const first = skipBlank(lines, at)
  const block = isRule(lines[first] ?? '') ? skipBlank(lines, first + 1) : first
  const isMessage =
    isSeparator(lines[first] ?? '') ||
    isFields(lines, block) ||
    (attributionAt(lines, first) ?? endOfAnyAttribution(lines, first, end)) !== undefined
  // With quoted lines within, others are the writer's.
  return isMessage && !lines.slice(at, end).some(isQuoted)
    ? { from: at, to: end, kind: 'message' }
    : undefined
}

/** The first quote at or after `start`. */
function nextQuote(lines: readonly string[], start: number, marks: Marks): Quote | undefined {
  for (let at = start; at < lines.length; at += 1) {
    const marked = markedAt(lines, at, marks)
    if (marked && marked.to > at) return marked
    if (isBlank(lines[at])) continue
    if (isQuoted(lines[at] ?? '')) return quoteAt(lines, at, start, marks)
    const message = messageAt(lines, at)
    if (message) return message
  }
  return undefined
}

const trimEnd = (line: string) => (line === '-- ' ? line : line.trimEnd())
const join = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()

/**
 * Separates what a person wrote from quoted history and signature. Answers between quoted lines keep the quotes, without
 * which they would mean nothing.
 * @param marks - what the structure of the HTML says of the lines
 */
export function foldQuotes(text: string, marks: Marks = noMarks): Folded {
  beginMail()
  const split = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES).map(trimEnd)
  const lines = marks === noMarks ? separateAttributions(split) : split
  const quotes: Quote[] = []
  for (let quote = nextQuote(lines, 0, marks); quote; quote = nextQuote(lines, quote.to, marks))
    quotes.push(quote)
  const [kept, folded] = divide(lines, quotes)
  const content = join(kept)
  // A mail that only quotes or forwards: its quotes are what it says.
  if (!content.trim()) return { content: join(lines), quoted: '' }
  return { content, quoted: join(folded) }
}

function divide(lines: readonly string[], quotes: readonly Quote[]): [string[], string[]] {
  const own = (from: number, to: number) => {
    const part = lines.slice(from, to)
    return part.slice(0, signatureStart(part, true)).some((line) => !isBlank(line))
  }
  const cut = (part: readonly string[]): [string[], string[]] => {
    const end = signatureStart(part)
    return [part.slice(0, end), part.slice(end)]
  }
  const isMessage = ({ kind }: Quote) => kind === 'message'
  const [first, last] = [quotes[0], quotes.at(-1)]
  if (!first || !last || !quotes.some(isMessage)) return cut(lines)
  /** Whether the writer goes on below a quote, before the next one. */
  const message = quotes.findIndex(isMessage)
  const goesOn = quotes.map(
    ({ to, kind }, n) =>
      kind === 'own' || (kind === 'bare' && n < message) || own(to, quotes[n + 1]?.from ?? lines.length),
  )
  const isOneHistory = quotes.every(isMessage) && !goesOn.slice(0, -1).includes(true)
  if (goesOn.at(-1) && isOneHistory) {
    // The answer is below the history, perhaps with a greeting above.
    const [below, signature] = cut(lines.slice(last.to))
    const above = lines.slice(0, lastText(lines, first.from) + 1)
    const gap = above.length > 0 && above.length < first.from ? [''] : []
    return [
      [...above, ...gap, ...below.slice(skipBlank(below, 0))],
      [...lines.slice(first.from, last.to), ...signature],
    ]
  }
  if (goesOn.at(-1)) return cut(lines)
  // Quoted messages below one another, as mails of a workspace have them, are one history.
  const [kept] = cut(lines.slice(0, quotes[goesOn.lastIndexOf(true) + 1]?.from))
  return [kept, lines.slice(kept.length)]
}
