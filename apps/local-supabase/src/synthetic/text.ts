import { phrases } from './phrases'
import { makeEmail } from './people'
import type { Random } from './random'
import { vocabularyOf, type Language } from './words'

/** Share of words with one wrong letter. */
const TYPO_RATE = 0.01

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The word with one edit: a letter left out, doubled, replaced, or swapped with the next. */
export function misspell(word: string, random: Random): string {
  const at = random.below(Math.max(1, word.length - 1))
  const before = word.slice(0, at)
  switch (word.length > 2 ? random.below(4) : 1) {
    case 0:
      return before + word.slice(at + 1)
    case 1:
      return before + word.charAt(at) + word.slice(at)
    case 2:
      return before + LETTERS.charAt(random.below(26)) + word.slice(at + 1)
    default:
      return before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  }
}

const withTypo = (word: string, random: Random) => (random.isBelow(TYPO_RATE) ? misspell(word, random) : word)

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Words drawn by Zipf's law, never the same one twice in a row, some with a typo. */
export function drawWords(language: Language, count: number, random: Random): string[] {
  const { words, any } = vocabularyOf(language)
  const drawn: string[] = []
  let last = -1
  while (drawn.length < count) {
    const index = any.draw(random)
    if (index === last) continue
    last = index
    drawn.push(withTypo(words[index]!, random))
  }
  return drawn
}

function topicalWord(language: Language, random: Random): string {
  const { words, topical, topicalFrom } = vocabularyOf(language)
  return withTypo(words[topicalFrom + topical.draw(random)]!, random)
}

function sentence(language: Language, random: Random): string {
  const words = drawWords(language, 4 + random.below(9), random)
  let text = capitalise(words[0]!)
  for (let n = 1; n < words.length; n++) text += (n === 4 && words.length > 8 ? ', ' : ' ') + words[n]!
  return text + (random.isBelow(0.1) ? '?' : '.')
}

const digits = (random: Random, count: number) => String(random.below(10 ** count)).padStart(count, '0')

function fileName(language: Language, random: Random): string {
  const name = topicalWord(language, random)
  if (random.isBelow(0.4)) return `screenshot-${digits(random, 4)}.png`
  return `${name}_202${random.below(7)}-0${1 + random.below(9)}.${random.pick(['pdf', 'csv', 'xlsx', 'log', 'docx'])}`
}

function fill(template: string, language: Language, random: Random): string {
  return template.replace(/\{(\w+)\}/, (_, kind) => {
    if (kind === 'order') return `ORD-${1000 + random.below(99_000)}`
    if (kind === 'file') return fileName(language, random)
    if (kind === 'email') return makeEmail(language, random)
    if (kind === 'code') return `E-${1000 + random.below(400)}`
    return `${random.below(6)}.${random.below(20)}.${random.below(10)}`
  })
}

/** A subject of at most 255 characters. */
export function makeSubject(language: Language, random: Random): string {
  const { things, predicates } = phrases[language]
  const word = topicalWord(language, random)
  if (random.isBelow(0.45)) {
    const tail = random.isBelow(0.5) ? ` (${word})` : ''
    return fill(random.pick(things), language, random) + ` ${random.pick(predicates)}${tail}`
  }
  return capitalise([word, ...drawWords(language, 2 + random.below(5), random)].join(' '))
}

function sentences(language: Language, count: number, references: number, random: Random): string {
  const parts = Array.from({ length: count }, () => sentence(language, random))
  if (random.isBelow(references)) {
    const place = random.below(count + 1)
    parts.splice(place, 0, fill(random.pick(phrases[language].references), language, random))
  }
  return parts.join(' ')
}

/** A description of 10 to 2000 characters, most with a greeting and a reference to an order, file or person. */
export function makeDescription(language: Language, random: Random): string {
  const { greetings, closings } = phrases[language]
  const body = sentences(language, 2 + random.below(3), 0.55, random)
  if (!random.isBelow(0.5)) return body
  return `${random.pick(greetings)}\n\n${body}\n\n${random.pick(closings)}`
}

/** A comment, shorter than a description; one in three has a greeting. */
export function makeComment(language: Language, random: Random): string {
  const body = sentences(language, 1 + random.below(3), 0.18, random)
  return random.isBelow(1 / 3) ? `${random.pick(phrases[language].greetings)}\n\n${body}` : body
}
