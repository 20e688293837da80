import {
  address,
  bare,
  begins,
  hasVerb,
  isDated,
  isName,
  isoAndAddress,
  isoWithZone,
  MAX_LENGTH,
  nameBefore,
  readSentence,
  time,
  undressed,
  wholeDate,
  wordsOf,
} from './attribution-sentence.ts'
import { before, verbs } from './attribution-words.ts'
import { isDateWord } from './date-words.ts'

/** Lines over which programs break the sentence. */
const MAX_LINES = 5

/** The end of an attribution in any language that begins in line `from` of an element for earlier messages, else undefined. */
export function endOfAnyAttribution(lines: readonly string[], from: number, to: number): number | undefined {
  let text = ''
  for (let at = from; at < Math.min(from + MAX_LINES, to); at += 1) {
    const line = (lines[at] ?? '').trim()
    text = `${text} ${line}`
    if (text.length > MAX_LENGTH || isMarked(line)) return undefined
    if (/[:：]$|[-‐-―]{2}$/u.test(line)) return address.test(text) && isDated(text) ? at + 1 : undefined
  }
  return undefined
}

const isMarked = (line: string) => /^\s{0,3}>/.test(line)
/** The end of a sentence that was broken inside `<address> wrote:`; it looks like a quoted line. */
const isBrokenEnd = (line: string) => /^\s*>(?:\s*\p{L}{2,12}){0,3}\s*[:：]\s*$/u.test(line)

const endsSentence = (line: string) =>
  /[!?]$/.test(line) || (/\p{Ll}{4}\.$/u.test(line) && !isDateWord(wordsOf(line).at(-1) ?? ''))

/** The sentence in these lines; undefined when one of them cannot belong to it. */
function joined(lines: readonly string[], from: number, to: number): string | undefined {
  let text = ''
  for (let at = from; at <= to; at += 1) {
    const line = lines[at] ?? ''
    if (line.length > MAX_LENGTH || (isMarked(line) && !isBrokenEnd(line))) return undefined
    // Polymail has an empty line before the address.
    if (!line.trim() && !/^(?:<|mailto:|$)/i.test(lines[at + 1]?.trim() ?? 'x')) return undefined
    // A sentence that ended in an earlier line was something else; dates have points too.
    if (at < to && endsSentence(line.trimEnd())) return undefined
    text = `${text} ${line.trim()}`.trim()
  }
  return text
}

/** A date that begins with its day or its month, or is numbers alone; nothing but a weekday comes before it. */
const ownDate =
  /^\d{1,2}[./-]\s?\d{1,2}[./-]|^\d{1,2}\.?\s\p{L}|^\p{L}{3,12}\.?\s\d{1,2}(?!\d)|^\d{4}(?:[-/.]\d|\s?[年년])/u

/** Whether the line is a whole date, so that what follows on it is the name. */
const hasWholeDate = (line: string) => isDated(line) && time.test(line.replace(wholeDate, ' '))

/** Whether the line can be the first part of an attribution that goes on below, and nothing a person wrote. */
const isFragment = (line: string) =>
  hasWholeDate(line) ||
  wordsOf(undressed(line)).every(
    (word) =>
      before.has(bare(word)) ||
      verbs.has(bare(word)) ||
      isName(word) ||
      isDateWord(word) ||
      /[<@]|^mailto:/.test(word),
  )

/** Whether the line begins the attribution that is whole without it, too: "On Tue, Apr 3," above "2012 at 4:19 PM, Bob wrote:". */
function isStart(line: string, below: string): boolean {
  const all = wordsOf(line)
  const first = bare(all[0] ?? '')
  if (all.length === 0 || !isFragment(line)) return false
  const isDay =
    before.has(first) ||
    /^\d/.test(line.trim()) ||
    (isDateWord(first) && (/[,.]$/.test(all[0] ?? '') || /\d/.test(all[1] ?? '')))
  const isNamed =
    /^<[^<>\s@]+@/.test(below) && all.length <= 5 && all.every(isName) && !/[.,!?:]$/.test(line.trim())
  // A line that ends with an address may be the signature of the writer.
  if (isNamed || (nameBefore(line) !== undefined && begins(line) && !/[>)]$/.test(line.trim()))) return true
  if (!isDay) return false
  // "On Monday" may be an answer; "On Monday," above a date is none.
  const isBare = all.every((word) => before.has(bare(word)))
  if (ownDate.test(below))
    return (
      isBare ||
      (!/\d/.test(line) &&
        (/[.,]$/.test(line.trim()) || /^(?:giorno|dia|día|dniu|dem|den|the)$/i.test(all.at(-1) ?? '')))
    )
  return isBare || /\d/.test(line) || /^\d{1,2}(?:st|nd|rd|th)?, /.test(below)
}

/** Whether the text begins as an attribution does and has its date: nothing comes before it but a name that has a verb. */
const isComplete = (text: string, above: string) =>
  before.has(bare(wordsOf(text)[0] ?? '')) &&
  !/^\d/.test(text) &&
  isDated(text) &&
  !/^(?:hat|heeft|har|schrieb|a)$/i.test(wordsOf(above).at(-1) ?? '')

export interface Attribution {
  from: number
  /** The last line. */
  to: number
  /** It is one without quoted lines below it, too. */
  isStrong: boolean
}

/** Sentences that are tried in one mail: many times as many as a long thread has. Beyond them, lines stay text of the writer. */
const MAX_TRIES = 10_000
let tries = 0

/** Begins to count the sentences of another mail, which is read in one go. */
export const beginMail = (): void => void (tries = 0)

/** The attribution whose last line is `last`: the shortest that is whole, with the lines above that begin it. */
export function attributionEndingAt(
  lines: readonly string[],
  last: number,
  earliest = 0,
): Attribution | undefined {
  let found: Attribution | undefined
  for (let from = last; from >= Math.max(earliest, last - MAX_LINES); from -= 1) {
    if ((tries += 1) > MAX_TRIES) return undefined
    const text = joined(lines, from, last)
    const line = lines[from] ?? ''
    if (text === undefined || (from < last && line.trim() && !isFragment(line))) break
    const below = found && joined(lines, found.from, last)
    if (below !== undefined && (isComplete(below, line) || !isStart(line, below))) break
    const one = readSentence(text)
    if (!one) continue
    const isApart = !lines[from - 1]?.trim() && !lines[last + 1]?.trim()
    const isWhole = one.isDated && (one.hasAddress || (one.hasTime && isApart))
    found = { from, to: last, isStrong: isWhole || (isApart && one.isNamed && one.hasAddress) }
  }
  return found
}

const canEnd = (line: string) =>
  /[:：*_‐-―-]$/u.test(line) ||
  verbs.has(bare(wordsOf(line).at(-1) ?? '')) ||
  isoWithZone.test(line) ||
  isoAndAddress.test(line)

/** The attribution that begins in line `at`. */
export function attributionAt(lines: readonly string[], at: number): Attribution | undefined {
  const line = lines[at] ?? ''
  if (tries > MAX_TRIES || !line.trim() || isMarked(line) || line.length > MAX_LENGTH) return undefined
  // Most lines begin none, broken or whole.
  const isStart =
    begins(undressed(line)) ||
    before.has((wordsOf(line)[0] ?? '').toLowerCase()) ||
    /^\s*</.test(lines[at + 1] ?? '') ||
    isFragment(line)
  if (!isStart) return undefined
  for (let last = at; last <= at + MAX_LINES && last < lines.length; last += 1) {
    const end = (lines[last] ?? '').trim()
    if (last > at && joined(lines, at, last) === undefined) return undefined
    if (!canEnd(end)) continue
    const found = attributionEndingAt(lines, last, at)
    if (found) return found.from === at ? found : undefined
  }
  return undefined
}

/** Places of a line, and lines of a mail, at which an attribution may follow the answer: far more than programs glue together. */
const MAX_PLACES = 5
const MAX_GLUED = 50

const inside = /\s(?=(?:-{2,}\s?)?(?:On|Am|Le|El|Il|Op|Em|Den|På|Dne|Dnia)\s.{0,25}\d)/gu

/** Lines in which an attribution follows the last words of the answer, as two lines each. */
export function separateAttributions(lines: readonly string[]): string[] {
  let tried = 0
  return lines.flatMap((line, n) => {
    if (tried >= MAX_GLUED || line.length > MAX_LENGTH || isMarked(line)) return [line]
    let next = n + 1
    while (next < n + 4 && !lines[next]?.trim()) next += 1
    if (!isMarked(lines[next] ?? '') || !hasVerb(line) || readSentence(line)) return [line]
    const glued = line.replace(/(\p{L})(-{2,}\s?(?:On|Am|Le)\s)/u, '$1 $2')
    const places = [...glued.matchAll(inside)].map(({ index }) => index).slice(-MAX_PLACES)
    if (places.length > 0) tried += 1
    const at = places.findLast((index) => readSentence(glued.slice(index)))
    const answer = glued
      .slice(0, at)
      .trimEnd()
      .replace(/([^-])-{2,60}$/, '$1')
      .trimEnd()
    return at === undefined || !answer.trim() ? [line] : [answer, glued.slice(answer.length).trim()]
  })
}
