import { createHash } from 'node:crypto'
import type { Person } from './people'
import { plainWords } from './plain-words'
import { ticketWords } from './rows'
import { priorities, type Ticket } from './tickets'

const DAY = 86_400_000

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** A word of the load's documents. */
interface Word {
  text: string
  /** Number of documents that contain it. */
  documents: number
  /** Its places in the document that was read last, and that document. */
  places: string
  lastRead: number
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

/** The search documents of a load, how many of them contain each word, and the tokens of their people and tags. */
export class Documents {
  /** Tokens of people, by id, and of tags. */
  readonly #names = new Map<string, readonly string[]>()
  readonly #words = new Map<string, Word>()
  /** What drawn words and other pieces of texts consist of. */
  readonly #pieces = new Map<string, readonly Word[]>()
  /** Of the document that is being read. */
  #found: Word[] = []
  #place = 0
  #read = 0

  #wordsOf(piece: string): readonly Word[] {
    const known = this.#pieces.get(piece)
    if (known) return known
    const words = plainWords(piece)
      .split(' ')
      .filter(Boolean)
      .map((text) => {
        const word = this.#words.get(text) ?? { text, documents: 0, places: '', lastRead: 0 }
        this.#words.set(text, word)
        return word
      })
    if (this.#pieces.size > 400_000) this.#pieces.clear()
    this.#pieces.set(piece, words)
    return words
  }

  /** Appends the pieces of a text to the document, as `||` does. @param weight - A to C, or nothing for D */
  #add(text: readonly string[], weight: string): void {
    for (const piece of text)
      for (const word of this.#wordsOf(piece)) {
        const place = `${Math.min(++this.#place, 16_383)}${weight}`
        if (word.lastRead === this.#read) word.places += `,${place}`
        else {
          word.lastRead = this.#read
          word.places = place
          this.#found.push(word)
        }
      }
  }

  /** The words so far with their places, as COPY reads a tsvector. They count for one more document. */
  #vector(): string {
    let vector = ''
    for (const word of this.#found) {
      vector += `${word.text}:${word.places} `
      word.documents++
    }
    return vector
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
    const { subject, words } = ticketWords(ticket, n, seed)
    this.#found = []
    this.#place = 0
    this.#read++
    this.#add(words.subject, 'A')
    this.#add(words.description, 'B')
    this.#add(words.comments, 'C')
    this.#add(ticket.givenTags, 'C')
    const tokens = this.#tokens(ticket, subject)
      .map((token) => `'${token}'`)
      .join(' ')
    const start = (isInternal: boolean) =>
      `${ticket.id}\t${isInternal}\t${new Date(ticket.createdAt).toISOString()}\t`
    const rows = `${start(false)}${this.#vector()}${tokens} 'c:${ticket.customer.id}'\n`
    if (!words.notes.length) return rows
    this.#add(words.notes, '')
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
