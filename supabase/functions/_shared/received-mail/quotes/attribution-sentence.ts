/*
 * The sentence with which a mail program introduces the message that it quotes: `On <date>, <name> wrote:` and its like. A
 * sentence is taken apart into words once; nothing here backtracks.
 */

import { before, eastern, firstPerson, personal, sentence, verbs } from './attribution-words.ts'
import { withoutEnd } from './without-end.ts'

export const MAX_LENGTH = 600

export const address = /[^\s@<>()[\]"']@[^\s@<>()[\]"']/u
export const wholeDate = /\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}|\d\s?月|\d\s?년/u
const year = /(?:^|\D)(?:19|20)\d{2}(?:\D|$)/
const twoNumbers = /\d\D+\d/
export const time = /(?:^|\D)\d{1,2}[:.h]\d{2}(?:\D|$)/
export const isoWithZone = /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2} GMT[+-]\d{2}:\d{2} \S/
export const isoAndAddress = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}\s[^<>]{0,120}<[^<>\s@]+@[^<>\s]+>$/

/** The word without what stands around it; `napisał(a)` keeps its end. */
export function bare(word: string): string {
  const plain = withoutEnd(word.toLowerCase().replace(/^[^\p{L}]+/u, ''), /[^\p{L})]/u)
  return plain.endsWith(')') && !plain.includes('(') ? plain.slice(0, -1) : plain
}
export const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** As Horde writes it, without a date or a verb. */
const quoting =
  /^(?:quoting|zitat von|citando|citeren|citerar|citat af|cytowanie|cituji|lainaus|citation de) [^<>@:]{0,80}<[^<>\s@]{1,64}@[^<>\s@]{1,255}>\s?:$/iu

export const isDated = (text: string) => wholeDate.test(text) || (year.test(text) && twoNumbers.test(text))
export const hasVerb = (text: string) =>
  eastern.test(text) || wordsOf(text).some((word) => verbs.has(bare(word)))

/** `----`, `*` and `_` around the sentence. */
export const undressed = (text: string) => withoutEnd(text.trim().replace(/^[-–—*_\s]+/u, ''), /[-–—*_\s]/u)

/** Whether the text is between dashes, as Zoho and phones write it. */
const isDashed = (text: string) => /^[-‐-―]{2}/u.test(text.trim()) && /[-‐-―]{2}$/u.test(text.trim())

export const isName = (word: string) =>
  /^["'“”„«([]?[\p{Lu}\p{Lo}\p{N}]/u.test(word) ||
  /^(?:via|von|van|de|del|der|den|di|da|la|le|bin|al|of|at|\p{P})$/iu.test(word)

/** The words before the first address, when an address comes before any date. */
export function nameBefore(text: string): string[] | undefined {
  const all = wordsOf(text)
  const at = all.findIndex((word) => word.includes('@'))
  if (
    at < 1 ||
    at > 7 ||
    !/^[<([]/.test(all[at] ?? '') ||
    all.slice(0, at).some((word) => word.includes(':'))
  )
    return undefined
  return all.slice(0, at).filter((word) => word !== '<' && word !== '-')
}

/** "Bob Miller kirjoitti 3.4.2012": one to four words of a name, and the verb. */
function isNameWithVerb(text: string): boolean {
  const all = wordsOf(text)
  const verb = all.findIndex((word) => verbs.has(bare(word)))
  return (
    verb > 0 &&
    verb <= 4 &&
    all.slice(0, verb).every((word) => /^["'“„«]?\p{Lu}/u.test(word)) &&
    isDated(text)
  )
}

/** Whether an attribution can begin with these words. */
export function begins(text: string): boolean {
  const [first = '', second = '', third = ''] = wordsOf(text)
  if (/^\d[^@]*$/.test(first) || /^(?:sent|gesendet) (?:from|von) /i.test(text)) return true
  if (before.has(first.toLowerCase()) && /\d/.test(text.slice(0, 60))) return true
  // A weekday, or its beginning: "вт, 24 нояб.", "wt., 24 lis", "tir. 24. nov."
  if (/^\p{L}{1,20}[.,]+$/u.test(first) && (/^\d/.test(second) || /^\d/.test(third))) return true
  if (/^\p{L}{2,20}$/u.test(first) && /^\d{1,2}[.,]?$/.test(second) && year.test(text)) return true
  const name = nameBefore(text)
  if (name === undefined) return isNameWithVerb(text)
  return name.some(isName) && !name.some((word) => sentence.has(bare(word)))
}

interface Sentence {
  isDated: boolean
  hasAddress: boolean
  hasTime: boolean
  /** Every word before the address can be one of a name. */
  isNamed: boolean
}

/** The parts of an attribution; undefined for any other text. */
export function readSentence(text: string): Sentence | undefined {
  const plain = undressed(text)
  if (!plain || plain.length > MAX_LENGTH) return undefined
  if (quoting.test(plain)) return { isDated: false, hasAddress: true, hasTime: false, isNamed: false }
  const hasAddress = address.test(plain)
  const date = isDated(plain)
  const isOld = isoWithZone.test(plain) || isoAndAddress.test(plain)
  const isSaid = hasVerb(plain)
  const last = wordsOf(plain).at(-1) ?? ''
  const ends = /[:：]$/u.test(plain) || (isSaid && verbs.has(bare(last))) || isOld || isDashed(text)
  if (!ends || !begins(plain)) return undefined
  const isShort = hasAddress && isSaid && plain.length <= 300
  // Without a verb, a name with its address is the first or the last of it.
  const isNamed =
    hasAddress && (/[>)\]]\s?[:：]$/.test(plain) || isDashed(text) || nameBefore(plain) !== undefined)
  if (!isOld && !(date && (isNamed || isSaid)) && !isShort) return undefined
  const isPersonal = (word: string) =>
    (firstPerson.has(bare(word)) && !word.endsWith('.')) || (!hasAddress && personal.has(bare(word)))
  if (wordsOf(plain).some(isPersonal)) return undefined
  return {
    isDated: date,
    hasAddress,
    hasTime: isoWithZone.test(plain) || time.test(plain.replace(wholeDate, ' ')),
    isNamed: isName(plain) && (nameBefore(plain)?.length ?? 9) <= 4,
  }
}
