/** What search finds, computed from all tickets one by one. */
export interface Person {
  id: string
  name: string
  email: string
  isStaff: boolean
}
export interface Ticket {
  id: string
  number: number
  requester: Person
  assignee: Person | null
  status: string
  rank: number
  created: number
  subject: string
  description: string
  publicComments: string[]
  notes: string[]
  givenTags: string[]
  staffTags: string[]
}
export interface Search {
  text: string
  asTyped: boolean
  status: string | null
  rank: number | null
  assignee: string | null
  tag: string | null
  from: number | null
  until: number | null
}
interface Term {
  words: string[]
  typed: string
  isQuoted: boolean
  isFirst: boolean
  isLast: boolean
}

export const plain = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

const oneOfEach = (word: string) => word.replace(/(.)\1/g, '$1')
const withoutVowels = (word: string) => word.replace(/[aeiouy]/g, '*')

/** How likely a word was meant: 20 for a missing or doubled letter or a swap, 4 for another vowel, 1 for another edit. */
const typoWeight = (typed: string, word: string): 0 | 1 | 4 | 20 => {
  const rest = (from: number, skipTyped: number, skipWord: number) =>
    typed.slice(from + skipTyped) === word.slice(from + skipWord)
  if (typed === word) return 0
  const differing = [...typed].findIndex((letter, n) => letter !== word[n])
  const at = differing < 0 ? typed.length : differing
  const isSwap = typed[at] === word[at + 1] && typed[at + 1] === word[at] && rest(at, 2, 2)
  if (rest(at, 0, 1) || (isSwap && typed.length === word.length)) return 20
  if (!rest(at, 1, 1) && !rest(at, 1, 0)) return 0
  if (oneOfEach(typed) === oneOfEach(word)) return 20
  return withoutVowels(typed) === withoutVowels(word) ? 4 : 1
}

function termsOf(text: string): Term[] {
  const found = [...text.matchAll(/"[^"]+"|[^\s"]+/g)].map(([typed]) => ({ typed, words: plain(typed) }))
  const terms = found.filter(({ words }) => words.length > 0)
  return terms.map(({ typed, words }, n) => ({
    words,
    typed,
    isQuoted: typed.startsWith('"'),
    isFirst: n === 0,
    isLast: n === terms.length - 1,
  }))
}

export class SearchModel {
  private readonly documents: { ticket: Ticket; isInternal: boolean; words: string[]; set: Set<string> }[]
  private readonly frequencies = new Map<string, number>()

  /** @param stems English and German stems of a word */
  constructor(
    private readonly tickets: readonly Ticket[],
    private readonly people: readonly Person[],
    private readonly stems: (word: string) => readonly [string, string],
  ) {
    this.documents = tickets.flatMap((ticket) => {
      const { subject, description, publicComments, givenTags, notes } = ticket
      const shared = plain([subject, description, ...publicComments, ...givenTags].join(' '))
      const all = [...shared, ...plain(notes.join(' '))]
      const document = (isInternal: boolean, words: string[]) => ({
        ticket,
        isInternal,
        words,
        set: new Set(words),
      })
      return [document(false, shared), ...(notes.length ? [document(true, all)] : [])]
    })
    for (const { set } of this.documents)
      for (const word of set) this.frequencies.set(word, (this.frequencies.get(word) ?? 0) + 1)
  }

  /** Whether a word of a query stands for a word of a document. */
  private matches(wanted: string, word: string, mayStart: boolean, mayEnd: boolean, staff: boolean): boolean {
    if (word === wanted || (mayEnd && word.startsWith(wanted) && (staff || wanted.length >= 3))) return true
    const [en, de] = this.stems(wanted)
    if (!staff)
      return [en, de, en.replace(/i$/, 'y')].some((stem) => stem.length >= 4 && word.startsWith(stem))
    const [wordEn, wordDe] = this.stems(word)
    if (wordEn === en || wordDe === de) return true
    return mayStart && wanted.length >= 3 && (mayEnd ? word.includes(wanted) : word.endsWith(wanted))
  }

  private inWords({ words, isQuoted, isFirst, isLast }: Term, document: string[], staff: boolean): boolean {
    const end = words.length - 1
    return document.some((_, at) =>
      words.every((wanted, n) => {
        const word = document[at + n]
        if (word === undefined) return false
        if (isQuoted || (n > 0 && n < end)) return word === wanted
        return this.matches(wanted, word, isFirst && n === 0, isLast && n === end, staff)
      }),
    )
  }

  /** Names, addresses and tags, which only staff find. */
  private inTokens({ words, isQuoted, isLast }: Term, { requester, assignee, staffTags }: Ticket): boolean {
    const people = assignee ? [requester, assignee] : [requester]
    const names = people.flatMap(({ name }) => plain(name))
    const addresses = people.map(({ email }) => plain(email))
    const tags = plain(staffTags.join(' '))
    const joined = words.join('.')
    return words.every((word, n) => {
      const isOpen = isLast && !isQuoted && n === words.length - 1
      const isLong = isOpen && joined.length >= 3
      return (
        tags.some((tag) => tag === word || (isOpen && tag.startsWith(word))) ||
        names.some((name) => name === word || (isLong && name.startsWith(word))) ||
        addresses.some(
          (address) => address.includes(word) || (isLong && address.join('.').startsWith(joined)),
        )
      )
    })
  }

  private correct(term: Term, who: Person): string | undefined {
    const [word = ''] = term.words
    if (term.isQuoted || term.words.length > 1 || word.length < 4 || /\d/.test(word)) return
    let candidates: Map<string, number>
    if (who.isStaff) {
      const known = [...this.frequencies].filter(([w]) => w === word || (term.isLast && w.startsWith(word)))
      const least = 200 * Math.max(0, ...known.map(([, docs]) => docs))
      const isName = this.people.some(({ name, email }) =>
        plain(`${name} ${email}`).some((w) => w === word || (term.isLast && w.startsWith(word))),
      )
      if (isName) return
      candidates = new Map(
        [...this.frequencies].filter(([w, docs]) => docs >= 3 && docs * typoWeight(word, w) > least),
      )
    } else {
      const own = this.documents.filter(({ ticket, isInternal }) => ticket.requester === who && !isInternal)
      const alone = { ...term, isFirst: false }
      if (own.some(({ words }) => this.inWords(alone, words, false))) return
      candidates = new Map()
      for (const { set } of own) for (const w of set) candidates.set(w, (candidates.get(w) ?? 0) + 1)
    }
    return [...candidates]
      .map(([w, docs]) => [w, docs * typoWeight(word, w)] as const)
      .filter(([, weight]) => weight > 0)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0]
  }

  /** The corrected query; null when nothing is to be corrected. */
  corrected({ text, asTyped }: Search, who: Person): string | null {
    if (asTyped) return null
    const terms = termsOf(text)
    const better = terms.map((term) => this.correct(term, who))
    return better.some(Boolean) ? terms.map(({ typed }, n) => better[n] ?? typed).join(' ') : null
  }

  private passes(ticket: Ticket, { status, rank, assignee, tag, from, until }: Search, who: Person): boolean {
    const tags = who.isStaff ? ticket.staffTags : ticket.givenTags
    return (
      (who.isStaff || ticket.requester === who) &&
      (status === null || ticket.status === status) &&
      (rank === null || ticket.rank === rank) &&
      (assignee === null || ticket.assignee?.id === assignee) &&
      (tag === null || tags.includes(tag)) &&
      (from === null || ticket.created >= from) &&
      (until === null || ticket.created <= until)
    )
  }

  /** The tickets that a person finds, the newest first. */
  find(search: Search, who: Person): Ticket[] {
    const typed = search.text.trim()
    const fixed = this.corrected(search, who)
    const number = /^(?:#|ticket-)?(\d+)$/i.exec(typed)?.[1]
    const queries = [typed, ...(fixed === null ? [] : [fixed])].map(termsOf).filter((terms) => terms.length)
    const found = new Set(
      this.documents
        .filter(({ ticket, isInternal, words }) => {
          if (isInternal && !who.isStaff) return false
          if (typed === '') return true
          if (`${ticket.subject} ${ticket.description}`.toLowerCase().includes(typed.toLowerCase()))
            return true
          if (number !== undefined && ticket.number === Number(number)) return true
          return queries.some((terms) =>
            terms.every(
              (term) =>
                this.inWords(term, words, who.isStaff) || (who.isStaff && this.inTokens(term, ticket)),
            ),
          )
        })
        .map(({ ticket }) => ticket),
    )
    return this.tickets.filter((ticket) => found.has(ticket) && this.passes(ticket, search, who))
  }
}
