/** What merged and split tickets show to whom, as a few lines of TypeScript. Times are steps of a sequence. */
interface Edge {
  target: number
  at: number
}
interface ModelTicket {
  owner: string
  edge: Edge | null
  isDeleted: boolean
}
export interface Message {
  /** One invented word, which is its whole text. */
  word: string
  /** The index of the ticket on which it was written. */
  ticket: number
  at: number
  isNote: boolean
  isDeleted: boolean
  /** The customer who wrote it; null of staff. */
  author: string | null
  /** It is the text of its ticket, not a comment. */
  isDescription: boolean
}
/** What undoes a split. */
interface Split {
  ticket: number
  first: Message
  /** Where each message was. */
  places: Map<Message, number>
  isTouched: boolean
  isUndone: boolean
}

export class MergeModel {
  readonly tickets: ModelTicket[] = []
  readonly messages: Message[] = []
  readonly splits: Split[] = []
  private now = 0

  open(owner: string, word: string): void {
    this.tickets.push({ owner, edge: null, isDeleted: false })
    const ticket = this.tickets.length - 1
    this.messages.push({
      ...{ word, ticket, at: -1, isNote: false, isDeleted: false },
      ...{ author: owner, isDescription: true },
    })
  }

  exists(index: number): boolean {
    return this.tickets[index]?.isDeleted === false
  }

  root(index: number): number {
    const edge = this.tickets[index]?.edge
    return edge ? this.root(edge.target) : index
  }

  /** The tickets that the thread of a ticket shows. */
  cluster(index: number): number[] {
    const root = this.root(index)
    return [...this.tickets.keys()].filter((each) => this.exists(each) && this.root(each) === root)
  }

  /** From when on a requester reads a ticket; undefined when they do not. */
  readsSince(person: string, index: number): number | undefined {
    let first: number | undefined
    for (const [start, ticket] of this.tickets.entries()) {
      if (ticket.isDeleted || ticket.owner !== person) continue
      let since = -Infinity
      for (let at = start; ;) {
        if (at === index) first = Math.min(first ?? Infinity, since)
        const edge = this.tickets[at]?.edge
        if (!edge) break
        since = Math.max(since, edge.at)
        at = edge.target
      }
    }
    return first
  }

  /** The words of these tickets that a requester reads; of staff (null), all. */
  words(person: string | null, tickets: readonly number[]): string[] {
    return this.messages
      .filter(({ ticket, at, isNote, isDeleted }) => {
        if (isDeleted || !tickets.includes(ticket) || !this.exists(ticket)) return false
        if (person === null) return true
        const since = this.readsSince(person, ticket)
        return !isNote && since !== undefined && at >= since
      })
      .map(({ word }) => word)
      .sort()
  }

  /** @returns whether a merge changes something; refused ones and repeated ones do not */
  merge(source: number, target: number): boolean {
    const root = this.root(target)
    const ticket = this.tickets[source]
    if (!ticket || !this.exists(source) || !this.exists(target) || root === source || ticket.edge)
      return false
    ticket.edge = { target: root, at: ++this.now }
    this.touch(source, root)
    return true
  }

  unmerge(source: number): void {
    const ticket = this.tickets[source]
    if (!ticket?.edge || !this.exists(source)) return
    this.touch(source, ticket.edge.target)
    ticket.edge = null
  }

  /** Writes on the ticket that shows this one. */
  write(word: string, index: number, isNote: boolean, author: string | null): void {
    const ticket = this.root(index)
    this.touch(ticket)
    const at = ++this.now
    this.messages.push({ word, ticket, at, isNote, isDeleted: false, author, isDescription: false })
  }

  deleteMessage(message: Message): void {
    this.touch(message.ticket)
    message.isDeleted = true
  }

  /** Messages of the thread of a ticket that can be chosen for a split. */
  choices(index: number): Message[] {
    const shown = this.cluster(index)
    return this.messages.filter(
      ({ ticket, isDeleted, isDescription }) => shown.includes(ticket) && !isDeleted && !isDescription,
    )
  }

  /**
   * Makes the chosen messages a ticket of the first one's author, or, when staff wrote it, of the requester.
   * @returns whether it is allowed: the first is public, and the new requester could read all others but notes before
   */
  split(chosen: readonly Message[]): boolean {
    const [first, ...others] = chosen.toSorted((a, b) => a.at - b.at)
    const owner = first?.author ?? this.tickets[first?.ticket ?? -1]?.owner
    if (!first || first.isNote || owner === undefined) return false
    const couldRead = ({ isNote, author, ticket, at }: Message) =>
      isNote || author === owner || at >= (this.readsSince(owner, ticket) ?? Infinity)
    if (!others.every(couldRead)) return false
    this.tickets.push({ owner, edge: null, isDeleted: false })
    const ticket = this.tickets.length - 1
    const places = new Map(chosen.map((message) => [message, message.ticket]))
    for (const message of chosen) {
      this.touch(message.ticket)
      message.ticket = ticket
    }
    first.isDescription = true
    this.splits.push({ ticket, first, places, isTouched: false, isUndone: false })
    return true
  }

  /** Takes a split back. @returns whether that is allowed: nothing happened on its ticket, and the others are there */
  undoSplit(split: Split): boolean {
    const { ticket, first, places, isTouched } = split
    if (isTouched || !this.exists(ticket) || [...places.values()].some((each) => !this.exists(each)))
      return false
    for (const [message, place] of places) message.ticket = place
    first.isDescription = false
    this.deleteTicket(ticket)
    split.isUndone = true
    // Their tickets took part in it.
    this.touch(...places.values())
    return true
  }

  private touch(...tickets: number[]): void {
    for (const split of this.splits) if (tickets.includes(split.ticket)) split.isTouched = true
  }

  /** Who may write on a ticket: the requesters of its thread. */
  mayWrite(person: string, index: number): boolean {
    return this.exists(index) && this.cluster(index).some((each) => this.tickets[each]?.owner === person)
  }

  deleteTicket(index: number): void {
    const ticket = this.tickets[index]
    if (!ticket) return
    ticket.isDeleted = true
    ticket.edge = null
    for (const each of this.tickets) if (each.edge?.target === index) each.edge = null
  }
}
