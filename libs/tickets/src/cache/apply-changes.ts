import { NOTIFICATIONS_KEY, z, type Changes } from '@helpdesk/supabase'
import { oncePerPage } from '@helpdesk/ui'
import type { InfiniteData, QueryClient } from '@helpdesk/ui/query'
import { deviceNow } from '@helpdesk/ui/clock/server-clock'
import { LIST_PAGE } from '../model/limits'
import { comesBefore, matchesFilter, type TicketListFilter } from '../model/ticket-list'
import { lastPageSize } from '../model/page-end'
import { ticketRowSchema, type LinkedTickets, type TicketDetail, type TicketSummary } from '../model/rows'
import { ticketKeys } from '../api/keys'
import { applyToLists, readAgain } from './late-answers'
import { patchRows } from './list-cache'
import { removeRows } from './remove-rows'

type Pages = InfiniteData<TicketSummary[], { rows?: number; removed?: number }>

const isFilter = (part: unknown): part is TicketListFilter => typeof part === 'object' && part !== null

/** True when the list would show the ticket among the rows that it has loaded. */
function belongsTo(row: TicketSummary, { pages, pageParams }: Pages, filter: TicketListFilter): boolean {
  if (!matchesFilter(row, filter)) return false
  const loaded = pages.flat()
  if (loaded.some(({ id }) => id === row.id)) return false
  const last = loaded.at(-1)
  // After the last row of a list that goes on, it is found by scrolling. A list with an incomplete page is whole.
  const start = pageParams.at(-1)
  const isWhole = lastPageSize(pages.at(-1) ?? [], start) < (start?.rows ?? LIST_PAGE)
  return !last || isWhole || comesBefore(row, last, filter)
}

/**
 * Adds the tickets that a list should show now and does not, without moving its rows.
 * @param gone those that no list shows any more
 */
function addArrivals(queries: QueryClient, rows: readonly TicketSummary[], gone: Iterable<string>): void {
  for (const [queryKey, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    const filter = queryKey[2]
    if (!isFilter(filter) || !data?.pages) continue
    const arrived = rows.filter((row) => belongsTo(row, data, filter)).map(({ id }) => id)
    const changed = new Set([...rows.map(({ id }) => id), ...gone])
    queries.setQueryData<string[]>(ticketKeys.arrived(filter), (before = []) => {
      // one that matched before and no longer does is not announced any more
      const kept = before.filter((id) => !changed.has(id))
      return arrived.length > 0 || kept.length < before.length ? [...kept, ...arrived] : before
    })
  }
}

/** The rows of others' changes: those of the reader's own commands are there already. */
const isNews = (row: TicketSummary, before: TicketSummary | undefined): boolean =>
  before !== undefined && row.version > before.version

/** Selects the tickets of commands under way: the answer to a command may come after the hint about it. */
function namedByCommands(queries: QueryClient): (id: string) => boolean {
  const pending = queries
    .getMutationCache()
    .findAll({ status: 'pending' })
    .map(({ options, state }) => JSON.stringify([options.mutationKey, state.variables]))
  return (id) => pending.some((command) => command.includes(id))
}

/** Marks rows that a list should no longer show. They stay until `useLeavingTickets` takes them out. */
function markLeaving(queries: QueryClient, rows: ReadonlyMap<string, TicketSummary>): void {
  const isOwn = namedByCommands(queries)
  for (const [queryKey, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.lists() })) {
    const filter = queryKey[2]
    if (!isFilter(filter) || !data?.pages || filter.search?.trim()) continue
    const leaving = data.pages
      .flat()
      .filter((before) => {
        const row = rows.get(before.id)
        return (
          row &&
          !isOwn(row.id) &&
          isNews(row, before) &&
          matchesFilter(before, filter) &&
          !matchesFilter(row, filter)
        )
      })
      .map(({ id }) => id)
    queries.setQueryData<string[]>(ticketKeys.leaving(filter), (marked = []) => {
      const kept = marked.filter((id) => {
        const row = rows.get(id)
        return !row || !matchesFilter(row, filter)
      })
      return leaving.length > 0 || kept.length < marked.length ? [...new Set([...kept, ...leaving])] : marked
    })
  }
}

/** Reads the short lists of dashboards again that gain or lose a ticket. */
function readActiveLists(queries: QueryClient, rows: readonly TicketSummary[]): void {
  for (const [queryKey, data] of queries.getQueriesData<Pages>({ queryKey: ticketKeys.activeLists() })) {
    const filter: TicketListFilter = { status: 'active', assignedTo: String(queryKey[3]) }
    const shown = new Set(data?.pages.flat().map(({ id }) => id))
    if (rows.some((row) => shown.has(row.id) !== matchesFilter(row, filter)))
      void queries.invalidateQueries({ queryKey, exact: true })
  }
}

/**
 * Makes everything that was read before the question stale. Lists with a filter are not read here: their rows would move
 * under the pointer.
 */
function markOutdated(queries: QueryClient, asked: number): void {
  const isOlder = ({ state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt < asked
  for (const queryKey of [ticketKeys.details(), ticketKeys.allReferences(), ticketKeys.allLinked()])
    readAgain(queries, { queryKey, predicate: isOlder })
  for (const { queryKey } of queries
    .getQueryCache()
    .findAll({ queryKey: ticketKeys.lists(), predicate: isOlder })) {
    const filter = queryKey[2]
    const refetchType = isFilter(filter) ? 'none' : 'active'
    void queries.invalidateQueries({ queryKey, exact: true, refetchType })
    if (isFilter(filter)) queries.setQueryData(ticketKeys.outdated(filter), true)
  }
}

/** Least milliseconds from a change to the question for figures, and how much longer it takes at most. */
const FIGURES_WAIT_MS = 500
const FIGURES_SPREAD_MS = 1_000
const waiting = oncePerPage('waiting-figures@1', () => new WeakSet<QueryClient>())

/**
 * Reads counts, dashboards and notifications again: once for all changes of a moment, after the rows, and not at the same
 * time as every other page of the workspace.
 */
function readFiguresSoon(queries: QueryClient): void {
  if (waiting.has(queries)) return
  waiting.add(queries)
  setTimeout(
    () => {
      waiting.delete(queries)
      const figures = [
        ticketKeys.queueCounts(),
        ticketKeys.agentStats(),
        ticketKeys.customerDashboard(),
        NOTIFICATIONS_KEY,
      ]
      for (const queryKey of figures) readAgain(queries, { queryKey })
    },
    FIGURES_WAIT_MS + Math.random() * FIGURES_SPREAD_MS,
  )
}

function changeLists(queries: QueryClient, changes: Readonly<Changes['tickets']>): void {
  const rows = new Map<string, TicketSummary>()
  for (const { id, row } of changes) if (row) rows.set(id, z.parse(ticketRowSchema, row))
  const gone = new Set(changes.filter(({ id }) => !rows.has(id)).map(({ id }) => id))
  for (const [queryKey] of queries.getQueriesData({ queryKey: ticketKeys.lists() }))
    removeRows(queries, queryKey, gone)
  for (const id of gone) queries.removeQueries({ queryKey: ticketKeys.keptDetail(id) })
  markLeaving(queries, rows)
  patchRows(queries, rows.keys(), (row) => {
    const now = rows.get(row.id)
    return now && now.version >= row.version ? { ...row, ...now } : row
  })
  addArrivals(queries, [...rows.values()], gone)
  readActiveLists(queries, [...rows.values()])
}

const requesterOf = ({ row }: Changes['tickets'][number]): string | null =>
  row ? z.parse(ticketRowSchema, row).customer_id : null

/**
 * Brings the cache up to date with the changes of others: rows in place, the open ticket and the counts by reading them
 * again. Rows that are newer than the change stay.
 */
export function applyChanges(queries: QueryClient, { reset, tickets, asked = deviceNow() }: Changes): void {
  readFiguresSoon(queries)
  if (reset) return markOutdated(queries, asked)
  applyToLists(queries, tickets, (changes) => changeLists(queries, changes))
  for (const { id } of tickets) readAgain(queries, { queryKey: ticketKeys.detail(id) })
  for (const customer of new Set(tickets.map(requesterOf)))
    readAgain(queries, { queryKey: ticketKeys.compared(customer) })
  readLinking(queries, new Set(tickets.map(({ id }) => id)))
  readReferences(queries, tickets)
}

/** Reads again what numbers in messages lead to, when it changed or cannot be known: of one that was merged comes no row. */
function readReferences(queries: QueryClient, changes: Changes['tickets']): void {
  const numbers = new Set(changes.map(({ row }) => row && z.parse(ticketRowSchema, row).number))
  readAgain(queries, {
    queryKey: ticketKeys.allReferences(),
    predicate: ({ queryKey: [, , asked] }) =>
      numbers.has(undefined) || (Array.isArray(asked) && asked.some((number) => numbers.has(number))),
  })
}

/** Reads again what shows one of the changed tickets as linked. */
function readLinking(queries: QueryClient, changed: ReadonlySet<string>): void {
  const shows = (links?: LinkedTickets) => links?.tickets.some(({ id }) => changed.has(id))
  for (const [queryKey, data] of queries.getQueriesData<TicketDetail>({ queryKey: ticketKeys.details() }))
    if (shows(data?.staff?.links)) readAgain(queries, { queryKey })
  for (const [queryKey, data] of queries.getQueriesData<LinkedTickets>({ queryKey: ticketKeys.allLinked() }))
    if (changed.has(String(queryKey.at(-1))) || shows(data)) readAgain(queries, { queryKey })
}
