import { createHash } from 'node:crypto'
import type { Person } from './people'
import { plainWords } from './plain-words'
import { ticketTexts } from './rows'
import { priorities, type Ticket } from './tickets'

const DAY = 86_400_000

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Results of pieces without spaces, of which texts repeat most. */
const known = new Map<string, readonly string[]>()

function wordsOf(piece: string): readonly string[] {
  let words = known.get(piece)
  if (words) return words
  words = plainWords(piece).split(' ').filter(Boolean)
  if (known.size > 400_000) known.clear()
  known.set(piece, words)
  return words
}

/** Words with their positions, as COPY reads a tsvector. */
class Vector {
  readonly #places = new Map<string, string>()
  #last = 0

  /** Appends a text, as `||` does. @param weight - A to C, or nothing for D */
  add(text: string, weight: string): void {
    for (const piece of text.split(/\s+/))
      for (const word of wordsOf(piece)) {
        const place = `${Math.min(++this.#last, 16_383)}${weight}`
        const places = this.#places.get(word)
        this.#places.set(word, places === undefined ? place : `${places},${place}`)
      }
  }

  /** The words as they are now; more can follow. */
  toString(): string {
    let text = ''
    for (const [word, places] of this.#places) text += `${word}:${places} `
    return text
  }
}

const tokensOfPeople = new Map<string, readonly string[]>()

/** As private.person_tokens. */
function personTokens({ id, name, email }: Person): readonly string[] {
  let tokens = tokensOfPeople.get(id)
  if (tokens) return tokens
  const address = plainWords(email).split(' ')
  tokens = [
    `n=${md5(`${id} ${name} ${email}`)}`,
    ...plainWords(name)
      .split(' ')
      .map((word) => `n:${word}`),
    ...address.map((word) => `e:${word}`),
    `e=${address.join('.')}`,
  ]
  tokensOfPeople.set(id, tokens)
  return tokens
}

/** As private.search_tokens. */
function tokensOf(ticket: Ticket, subject: string): string[] {
  const words = plainWords(subject)
  return [
    `s:${ticket.status}`,
    `p:${priorities.indexOf(ticket.priority)}`,
    `a:${ticket.assignee?.id ?? ''}`,
    `o:${ticket.customer.id}`,
    ...[8, 64, 512].map((days) => `d${days}:${Math.floor(ticket.createdAt / (days * DAY))}`),
    `j=${md5(words)}`,
    ...words.split(' ').map((word) => `j:${word}`),
    ...ticket.givenTags.map((tag) => `t=${tag}`),
    ...ticket.tags.flatMap((tag) => [`u=${tag}`, ...wordsOf(tag).map((word) => `u:${word}`)]),
    ...personTokens(ticket.customer),
    ...(ticket.assignee ? personTokens(ticket.assignee) : []),
  ]
}

/** Names the columns of `documentRows`. */
export const documentColumns = 'ticket_id, is_internal, created_at, words'

/** Lines for COPY of `documentColumns`, as private.build_documents would return them. */
export function documentRows(ticket: Ticket, n: number, seed: number): string {
  const { subject, description, comments } = ticketTexts(ticket, n, seed)
  const isNote = ticket.thread.map(({ isInternal }) => isInternal)
  const words = new Vector()
  words.add(subject, 'A')
  words.add(description, 'B')
  words.add([...comments.filter((_, k) => !isNote[k]), ...ticket.givenTags].join(' '), 'C')
  const tokens = tokensOf(ticket, subject)
    .map((token) => `'${token}'`)
    .join(' ')
  const start = (isInternal: boolean) =>
    `${ticket.id}\t${isInternal}\t${new Date(ticket.createdAt).toISOString()}\t`
  const rows = `${start(false)}${words}${tokens} 'c:${ticket.customer.id}'\n`
  if (!isNote.includes(true)) return rows
  words.add(comments.filter((_, k) => isNote[k]).join(' '), '')
  return `${rows}${start(true)}${words}${tokens}\n`
}
