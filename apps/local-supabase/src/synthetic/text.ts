import { phrases } from './phrases'
import { makeEmail } from './people'
import type { Random } from './random'
import { drawTopic, drawWord, type Language } from './words'

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const repeat = (count: number, make: () => string) => Array.from({ length: count }, make).join(' ')

const sentence = (language: Language, random: Random) =>
  capitalise(repeat(4 + random.below(9), () => drawWord(language, random))) +
  random.pick(['.', '.', '.', '?'])

const fileName = (language: Language, random: Random) =>
  `${drawTopic(language, random)}-${1000 + random.below(9000)}.${random.pick(['pdf', 'png', 'csv', 'xlsx', 'log'])}`

/** Replaces `{order}` and the like. */
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
  if (random.isBelow(0.5))
    return `${fill(random.pick(things), language, random)} ${random.pick(predicates)} (${drawTopic(language, random)})`
  return capitalise(
    `${drawTopic(language, random)} ${repeat(2 + random.below(5), () => drawWord(language, random))}`,
  )
}

/** A message of 10 to 2000 characters, some with a greeting and a reference to an order, file or person. */
export function makeMessage(language: Language, sentences: number, random: Random): string {
  const { greetings, references, closings } = phrases[language]
  let body = repeat(sentences, () => sentence(language, random))
  if (random.isBelow(0.3)) body += ` ${fill(random.pick(references), language, random)}`
  if (random.isBelow(0.6)) return body
  return `${random.pick(greetings)}\n\n${body}\n\n${random.pick(closings)}`
}
