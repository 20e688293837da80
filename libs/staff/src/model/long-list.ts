import { pageSize, type ListPages } from './page-window'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { GAP } from './selection'

interface Stretch {
  /** Index of the first row in the whole list. */
  start: number
  rows: readonly TicketSummary[]
}

/** One place of a list; its ticket is undefined while evicted. */
export interface Place {
  key: string
  ticket: TicketSummary | undefined
}

/** The rows of a list, some of which may be evicted: those have a place and no ticket. */
export class LongList {
  /** Number of rows, loaded and evicted. */
  readonly length: number
  /** The loaded rows in order. */
  readonly loaded: readonly TicketSummary[]
  readonly #stretches: readonly Stretch[]

  constructor(list: ListPages<unknown>) {
    const stretches: Stretch[] = []
    let start = 0
    list.pages.forEach((rows, index) => {
      if (rows.length > 0) stretches.push({ start, rows })
      start += pageSize(list, index)
    })
    this.length = start
    this.#stretches = stretches
    this.loaded = stretches.flatMap(({ rows }) => rows)
  }

  /** The places from `start`, up to but not including `end`. */
  slice(start: number, end: number): Place[] {
    const places: Place[] = []
    for (let at = start; at < Math.min(end, this.length); at++)
      places.push({ key: `evicted-${at}`, ticket: undefined })
    for (const { start: first, rows } of this.#stretches) {
      if (first >= end) break
      rows.slice(Math.max(start - first, 0), end - first).forEach((ticket, n) => {
        places[Math.max(first, start) - start + n] = { key: ticket.id, ticket }
      })
    }
    return places
  }

  /** The index of a row in the whole list; -1 when it is not loaded. */
  indexOf(id: string): number {
    for (const { start, rows } of this.#stretches) {
      const at = rows.findIndex((row) => row.id === id)
      if (at >= 0) return start + at
    }
    return -1
  }

  find(id: string | null): TicketSummary | undefined {
    return id === null ? undefined : this.loaded.find((row) => row.id === id)
  }

  /** Ids of the loaded rows in order; one {@link GAP} stands for any number of evicted rows. */
  ids(): string[] {
    const ids: string[] = []
    let next = 0
    for (const { start, rows } of this.#stretches) {
      if (start > next) ids.push(GAP)
      for (const { id } of rows) ids.push(id)
      next = start + rows.length
    }
    return ids
  }
}
