import { z } from '@helpdesk/supabase'
import { createFollower } from '@helpdesk/supabase/live/catch-up'
import { answerSchema } from '@helpdesk/supabase/live/changes'
import { createLive } from '@helpdesk/supabase/live/realtime'
import { realtime, type Stack } from '@helpdesk/testing'
import type { Member } from '@helpdesk/testing/workspace'
import { faultyNetwork, type FaultyNetwork } from '@helpdesk/testing/faulty-network'
import type { SupabaseClient } from '@supabase/supabase-js'
// eslint-disable-next-line no-restricted-imports -- several pages in one process, each with a cache of its own
import { InfiniteQueryObserver, QueryClient, QueryObserver, type InfiniteData } from '@tanstack/react-query'
import { isDeepStrictEqual } from 'node:util'
import { applyChanges } from '../cache/apply-changes'
import { ticketKeys } from '../api/keys'
import { filterOf, matchesFilter, type TicketListFilter } from '../model/ticket-list'
import { showsTickets } from '../cache/shown-tickets'
import { ticketDetailSchema, ticketRowSchema, type TicketSummary } from '../model/rows'

interface LiveClientOptions {
  stack: Stack
  member: Member
  api: SupabaseClient
  filters: TicketListFilter[]
  /** The ticket whose page is open. */
  open: string
  seed: number
}

/** A page without its screen, behind a network that can fail. */
export interface LiveClient extends LiveClientOptions {
  network: FaultyNetwork
  queries: QueryClient
  /** All frames of the socket and all answers to `changes_since`, as text. */
  received: string[]
  isLive: () => boolean
  stop: () => Promise<void>
}

/** A list as the server has it now. */
async function readList(api: SupabaseClient, filter: TicketListFilter): Promise<TicketSummary[]> {
  const { data, error } = await api.rpc('list_tickets', { filter: filterOf(filter), max_rows: 500 })
  if (error) throw new Error(error.message)
  return z.parse(z.array(ticketRowSchema), data)
}

/** What a ticket's page shows and a change can reach; null for a ticket that the reader does not see. */
async function readTicket(api: SupabaseClient, id: string) {
  const { data, error } = await api.rpc('get_ticket_detail', { ticket_id: id })
  if (error) throw new Error(error.message)
  const detail = z.parse(z.nullable(ticketDetailSchema), data)
  if (!detail) return null
  const { ticket, comments, attachments, rating, events, staff } = detail
  return { ticket, comments, attachments, rating, events, history: staff?.events }
}

/** Reads lists and an open ticket once, then follows the changes, as a page does. */
export async function openLiveClient(options: LiveClientOptions): Promise<LiveClient> {
  const { stack, api, filters, open, seed } = options
  const received: string[] = []
  const network = await faultyNetwork(stack.url, {
    seed,
    onMessage: (_, data) => void received.push(data.toString('latin1')),
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const accessToken = async () => (await api.auth.getSession()).data.session?.access_token ?? null
  const live = createLive({
    url: network.url,
    publishableKey: stack.publishableKey,
    accessToken,
    ...realtime,
  })
  for (const filter of filters)
    new InfiniteQueryObserver(queries, {
      queryKey: ticketKeys.list(filter),
      queryFn: () => readList(api, filter),
      initialPageParam: { rows: 500 },
      getNextPageParam: () => undefined,
    }).subscribe(() => undefined)
  new QueryObserver(queries, {
    queryKey: ticketKeys.detail(open),
    queryFn: () => readTicket(api, open),
  }).subscribe(() => undefined)
  await queries.refetchQueries()

  let cursor: string | undefined
  const follower = createFollower({
    isIdle: () => false,
    isUrgent: (ids) => showsTickets(queries, ids),
    loadLive: () => Promise.resolve(live),
    async ask() {
      const asked = Date.now()
      const { data, error } = await api.rpc('changes_since', cursor === undefined ? {} : { since: cursor })
      if (error) throw new Error(error.message)
      received.push(JSON.stringify(data))
      const { cursor: next, topics, ...changes } = z.parse(answerSchema, data)
      applyChanges(queries, { ...changes, asked })
      if (changes.reset) {
        // As a list does once no hand is on it.
        for (const filter of filters) queries.setQueryData(ticketKeys.arrived(filter), [])
        await queries.refetchQueries({ queryKey: ticketKeys.lists() })
      }
      cursor = next
      return topics
    },
  })
  follower.wake()
  return {
    ...options,
    network,
    queries,
    received,
    isLive: follower.isLive,
    async stop() {
      follower.stop()
      queries.clear()
      await network.close()
    },
  }
}

/** How a client's list differs from a fresh read: rows in place without leaving ones, and those announced above it. */
async function listDifferences({ api, queries }: LiveClient, filter: TicketListFilter): Promise<unknown[]> {
  const fresh = new Map((await readList(api, filter)).map((row) => [row.id, row]))
  const idsOf = (key: readonly unknown[]) => queries.getQueryData<string[]>(key) ?? []
  const all = queries.getQueryData<InfiniteData<TicketSummary[]>>(ticketKeys.list(filter))?.pages.flat() ?? []
  const leaving = new Set(idsOf(ticketKeys.leaving(filter)))
  const rows = all.filter((row) => !leaving.has(row.id) || matchesFilter(row, filter))
  const shown = new Set(rows.map(({ id }) => id))
  const arrived = idsOf(ticketKeys.arrived(filter)).filter((id) => !all.some((row) => row.id === id))

  const found: unknown[] = []
  const missing = [...fresh.keys()].filter((id) => !shown.has(id))
  if (!isDeepStrictEqual(missing.toSorted(), [...new Set(arrived)].toSorted()))
    found.push({ filter, missing, arrived })
  for (const row of rows) {
    const now = fresh.get(row.id)
    const fields = Object.entries(now ?? {}).filter(
      ([name, value]) => !isDeepStrictEqual(value, Reflect.get(row, name)),
    )
    if (!now || fields.length > 0) found.push({ filter, row, now: Object.fromEntries(fields) })
  }
  return found
}

/** How what a client shows differs from a fresh read. */
export async function differences(client: LiveClient): Promise<unknown[]> {
  const found = (await Promise.all(client.filters.map((filter) => listDifferences(client, filter)))).flat()
  const fresh = await readTicket(client.api, client.open)
  const shown = client.queries.getQueryData(ticketKeys.detail(client.open))
  if (!isDeepStrictEqual(shown, fresh)) found.push({ shown, fresh })
  return found
}
