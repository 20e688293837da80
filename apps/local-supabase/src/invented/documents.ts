import { createHash } from 'node:crypto'
import type { Person } from './people'
import { plainWords } from './plain-words'
import { ticketPieces } from './rows'
import type { Piece } from './text'
import { priorities, type Ticket } from './tickets'
import { vocabularyOf, type Language } from './words'

const DAY = 86_400_000

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** A word of the load's documents. */
interface Word {
  text: string
  /** Number of documents that contain it. */
  documents: number
  /** The document that was read last with it, and its first and last place there. */
  lastRead: number
  first: number
  last: number
}

const marked = (mark: string, words: string) => words.split(' ').map((word) => `${mark}:${word}`)

/** As private.person_tokens. */
function personTokens({ id, name, email }: Person): readonly string[] {
  const address = plainWords(email)
  return [
    `n=${md5(`${id} ${name} ${email}`)}`,
    ...marked('n', plainWords(name)),
    ...marked('e', address),
    `e=${address.replaceAll(' ', '.')}`,
  ]
}

/** Names the columns of `Documents.rows`, `Documents.wordRows` and `Documents.nameRows`. */
export const documentColumns = 'ticket_id, is_internal, created_at, words'
export const wordColumns = 'word, docs'
export const nameColumns = 'token'

/** Weights of places, from A to D, which is not written. */
const WEIGHTS = ['A', 'B', 'C', '']

/** A tsvector's places end here. */
const LAST_PLACE = 16_383

/** Far above the longest document, of 32 texts. */
const MAX_PLACES = 65_536
const MAX_BYTES = 2 ** 20

/** The search documents of a load, how many of them contain each word, and the tokens of their people and tags. */
export class Documents {
  /** Tokens of people, by id, and of tags. */
  readonly #names = new Map<string, readonly string[]>()
  readonly #words = new Map<string, Word>()
  /** What the words of a vocabulary consist of, by index, and other pieces of texts. */
  readonly #drawn = new Map<Language, (readonly Word[])[]>()
  readonly #pieces = new Map<string, readonly Word[]>()
  /** Of the document that is being read: its words, and for each place its weight and the same word's next place. */
  #found: Word[] = []
  #place = 0
  #read = 0
  readonly #weights = new Uint8Array(MAX_PLACES)
  readonly #next = new Uint32Array(MAX_PLACES)
  /** Where a document is written: to join its thousand parts as strings takes several times as long. */
  readonly #bytes = Buffer.alloc(MAX_BYTES)

  #wordsOf(piece: string): readonly Word[] {
    return plainWords(piece)
      .split(' ')
      .filter(Boolean)
      .map((text) => {
        const word = this.#words.get(text) ?? { text, documents: 0, lastRead: 0, first: 0, last: 0 }
        this.#words.set(text, word)
        return word
      })
  }

  #wordsOfText(piece: string): readonly Word[] {
    const known = this.#pieces.get(piece)
    if (known) return known
    const words = this.#wordsOf(piece)
    if (this.#pieces.size > 100_000) this.#pieces.clear()
    this.#pieces.set(piece, words)
    return words
  }

  #vocabulary(language: Language): (readonly Word[])[] {
    const known = this.#drawn.get(language)
    if (known) return known
    const drawn = vocabularyOf(language).words.map((word) => this.#wordsOf(word))
    this.#drawn.set(language, drawn)
    return drawn
  }

  /** Appends pieces of a text to the document, as `||` does. @param weight - index in `WEIGHTS` */
  #add(pieces: readonly Piece[], language: Language, weight: number): void {
    const drawn = this.#vocabulary(language)
    for (const piece of pieces)
      for (const word of typeof piece === 'number' ? drawn[piece]! : this.#wordsOfText(piece)) {
        const place = ++this.#place
        this.#weights[place] = weight
        this.#next[place] = 0
        if (word.lastRead === this.#read) this.#next[word.last] = place
        else {
          word.lastRead = this.#read
          word.first = place
          this.#found.push(word)
        }
        word.last = place
      }
  }

  /** The words so far with their places, as COPY reads a tsvector. They count for one more document. */
  #vector(): string {
    const bytes = this.#bytes
    let end = 0
    // What invented texts consist of is ASCII.
    const write = (text: string) => {
      for (let n = 0; n < text.length; n++) bytes[end++] = text.charCodeAt(n)
    }
    for (const word of this.#found) {
      word.documents++
      write(word.text)
      let sign = ':'
      for (let place = word.first; place; place = this.#next[place]!) {
        write(sign)
        write(String(Math.min(place, LAST_PLACE)))
        write(WEIGHTS[this.#weights[place]!]!)
        sign = ','
      }
      write(' ')
    }
    if (end > MAX_BYTES || this.#place >= MAX_PLACES) throw new RangeError('The document is too long')
    return bytes.toString('latin1', 0, end)
  }

  #once(key: string, compute: () => readonly string[]): readonly string[] {
    const tokens = this.#names.get(key) ?? compute()
    this.#names.set(key, tokens)
    return tokens
  }

  #tokensOfPerson(person: Person): readonly string[] {
    return this.#once(person.id, () => personTokens(person))
  }

  #tokensOfTag(tag: string): readonly string[] {
    return this.#once(tag, () => [`u=${tag}`, ...marked('u', plainWords(tag))])
  }

  /** As private.search_tokens. */
  #tokens(ticket: Ticket, subject: string): string[] {
    const words = plainWords(subject)
    return [
      `s:${ticket.status}`,
      `p:${priorities.indexOf(ticket.priority)}`,
      `a:${ticket.assignee?.id ?? ''}`,
      `o:${ticket.customer.id}`,
      ...[8, 64, 512].map((days) => `d${days}:${Math.floor(ticket.createdAt / (days * DAY))}`),
      `j=${md5(words)}`,
      ...marked('j', words),
      ...ticket.givenTags.map((tag) => `t=${tag}`),
      ...ticket.tags.flatMap((tag) => this.#tokensOfTag(tag)),
      ...this.#tokensOfPerson(ticket.customer),
      ...(ticket.assignee ? this.#tokensOfPerson(ticket.assignee) : []),
    ]
  }

  /** Lines for COPY of `documentColumns`, as private.build_documents would return them. */
  rows(ticket: Ticket, n: number, seed: number): string {
    const { subject, pieces } = ticketPieces(ticket, n, seed)
    const { language } = ticket.customer
    this.#found = []
    this.#place = 0
    this.#read++
    this.#add(pieces.subject, language, 0)
    this.#add(pieces.description, language, 1)
    this.#add(pieces.comments, language, 2)
    this.#add(ticket.givenTags, language, 2)
    const tokens = this.#tokens(ticket, subject)
      .map((token) => `'${token}'`)
      .join(' ')
    const start = (isInternal: boolean) =>
      `${ticket.id}\t${isInternal}\t${new Date(ticket.createdAt).toISOString()}\t`
    const rows = `${start(false)}${this.#vector()}${tokens} 'c:${ticket.customer.id}'\n`
    if (!pieces.notes.length) return rows
    this.#add(pieces.notes, language, 3)
    return `${rows}${start(true)}${this.#vector()}${tokens}\n`
  }

  /** Lines for COPY of `wordColumns`: the words that private.search_words keeps. */
  wordRows(): string[] {
    return [...this.#words.values()]
      .filter(({ text, documents }) => text.length >= 2 && documents > 0)
      .map(({ text, documents }) => `${text}\t${documents}\n`)
  }

  /** Lines for COPY of `nameColumns`: the tokens that private.search_names keeps. */
  nameRows(): string[] {
    const tokens = new Set([...this.#names.values()].flat())
    return [...tokens].filter((token) => /^(n:|u:|e=)/.test(token)).map((token) => `${token}\n`)
  }
}
