import {
  attributionAbove,
  attributionAt,
  isHeaderBlock,
  isPhoneSignature,
  isQuoted,
  isRule,
  isSeparator,
  isSignatureMark,
} from './quote-marks.ts'

export interface Folded {
  /** What the writer added. */
  content: string
  /** Quoted history and signature, in their order. */
  quoted: string
}

/** Lines that are looked at; what comes after them is history or an attack. */
const MAX_LINES = 5_000

const isBlank = (line: string | undefined) => !line?.trim()

function skipBlank(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && isBlank(lines[next])) next += 1
  return next
}

/** Whether the line is the rest of a long quoted line that a program has wrapped. */
const isWrappedRest = (lines: readonly string[], at: number) =>
  (lines[at - 1]?.length ?? 0) >= 60 && isQuoted(lines[at - 1] ?? '') && isQuoted(lines[at + 1] ?? '')

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
  /** Only marked with `>`, below a line that introduces no message: perhaps no history but an example, or a log. */
  isBare?: boolean
}

/** Whether nothing says that the quoted lines at `at` are an earlier message: no line above, and none that is quoted itself. */
function isBareAt(lines: readonly string[], at: number, end: number): boolean {
  let last = at - 1
  while (last >= 0 && isBlank(lines[last])) last -= 1
  const above = lines[last] ?? ''
  const inside = lines.slice(at, Math.min(end, at + 4)).map((line) => line.replace(/^[\s>]+/, ''))
  const isIntroduced = inside.some((line, n) => isSeparator(line) || isHeaderBlock(inside, n) || attributionAt(inside, n) > 0)
  return above !== '' && !/[:：]\s*$/.test(above) && !isIntroduced
}

/** The first quoted message at or after `start`. */
function nextQuote(lines: readonly string[], start: number): Quote | undefined {
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isBlank(line)) continue
    if (isQuoted(line)) {
      const [from, to] = [attributionAbove(lines, at, start), endOfQuotes(lines, at)]
      return { from, to, isBare: from === at && isBareAt(lines, at, to) }
    }
    const rest = { from: at, to: lines.length }
    if (isSeparator(line) || isHeaderBlock(lines, at)) return rest
    if (isRule(line) && isHeaderBlock(lines, skipBlank(lines, at + 1))) return rest
    const attribution = attributionAt(lines, at)
    if (attribution === 0) continue
    const body = skipBlank(lines, at + attribution)
    // Programs that mark no line quote everything below.
    if (isQuoted(lines[body] ?? '')) return { from: at, to: endOfQuotes(lines, body) }
    return rest
  }
  return undefined
}

/**
 * Where the signature begins, or the number of lines.
 * @param canBeAlone - takes a part for a signature that has no text above it, as below a quote
 */
function signatureStart(lines: readonly string[], canBeAlone = false): number {
  const mark = lines.findLastIndex(isSignatureMark)
  // A notice of a company below a rule is as long as it is.
  if (mark > 0 && isRule(lines[skipBlank(lines, mark + 1)] ?? '')) return mark
  // A signature is short, and something comes before it.
  const hasText = mark > 0 && lines.slice(0, mark).some((line) => !isBlank(line))
  if (mark >= 0 && lines.length - mark <= 15 && (hasText || canBeAlone)) return mark
  const last = lines.findLastIndex((line) => !isBlank(line))
  return last >= 0 && isPhoneSignature(lines[last] ?? '') ? last : lines.length
}

const join = (lines: readonly string[]) => lines.join('\n').replace(/^\s*\n/, '').trimEnd()

/**
 * Separates what a person wrote from quoted history and signature. Answers between quoted lines keep the quotes, without
 * which they would mean nothing.
 */
export function foldQuotes(text: string): Folded {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES).map((line) => line.trimEnd())
  const quotes: Quote[] = []
  for (let quote = nextQuote(lines, 0); quote; quote = nextQuote(lines, quote.to)) quotes.push(quote)
  const last = quotes.every(({ isBare }) => isBare) ? undefined : quotes.at(-1)
  const own = (from: number, to: number) => {
    const part = lines.slice(from, to)
    return part.slice(0, signatureStart(part, true)).some((line) => !isBlank(line))
  }
  const hasTextBelow = last !== undefined && own(last.to, lines.length)

  let kept: string[]
  let folded: string[]
  if (!last) {
    const end = signatureStart(lines)
    ;[kept, folded] = [lines.slice(0, end), lines.slice(end)]
  } else if (hasTextBelow && quotes.length === 1 && !own(0, last.from)) {
    // The answer is below the quote.
    const below = lines.slice(last.to)
    const end = signatureStart(below)
    kept = below.slice(0, end)
    folded = [...lines.slice(0, last.to), ...below.slice(end)]
  } else if (hasTextBelow) {
    const end = signatureStart(lines)
    ;[kept, folded] = [lines.slice(0, end), lines.slice(end)]
  } else {
    // Quoted messages below one another, as mails of a desk have them, are one history.
    const before = quotes.findLastIndex(({ to, isBare }, n) => isBare || own(to, quotes[n + 1]?.from ?? to))
    const above = lines.slice(0, quotes[before + 1]?.from ?? last.from)
    const end = signatureStart(above)
    kept = above.slice(0, end)
    folded = lines.slice(end)
  }
  const content = join(kept)
  // A mail that only quotes or forwards: its quotes are what it says.
  if (!content.trim()) return { content: join(lines), quoted: '' }
  return { content, quoted: join(folded) }
}
