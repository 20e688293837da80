/** What merged tickets show to whom, as a few lines of TypeScript. Times are steps of a sequence. */
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
}

export class MergeModel {
  readonly tickets: ModelTicket[] = []
  readonly messages: Message[] = []
  private now = 0

  open(owner: string, word: string): void {
    this.tickets.push({ owner, edge: null, isDeleted: false })
    this.messages.push({ word, ticket: this.tickets.length - 1, at: -1, isNote: false, isDeleted: false })
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
    return true
  }

  unmerge(source: number): void {
    const ticket = this.tickets[source]
    if (ticket && this.exists(source)) ticket.edge = null
  }

  /** Writes on the ticket that shows this one. */
  write(word: string, index: number, isNote: boolean): void {
    this.messages.push({ word, ticket: this.root(index), at: ++this.now, isNote, isDeleted: false })
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
