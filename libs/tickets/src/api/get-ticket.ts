import { ask, getConnection, loadData, z } from '@helpdesk/supabase'
import { useQuery, useQueryClient, type QueryClient } from '@helpdesk/ui/query'
import { useEffect, useMemo } from 'react'
import { ticketDetailSchema, type ChangedTicket, type TicketDetail } from '../model/rows'
import { parseTicketNumber } from '../model/ticket-number'
import { ticketKeys } from './keys'
import { markOtherLists, showInLists } from '../cache/list-cache'
import { ticketError } from './ticket-error'

const uuid = z.guid()
/** Milliseconds for which a ticket stays readable without a connection. */
const KEPT_MS = 30 * 60_000
/** A ticket that was read for this opening, while the mouse button was down, is not read twice. */
const JUST_READ_MS = 2_000

/**
 * Reads a ticket with everything its page shows, in one request.
 * @param ticketRef its id or its number, as an address names it
 * @throws AppError `ticket_not_found` when it does not exist, the caller may not read it, or the id is malformed; the
 * caller cannot tell which
 */
export async function getTicket(ticketRef: string): Promise<TicketDetail> {
  const number = parseTicketNumber(ticketRef)
  if (number === undefined && !z.safeParse(uuid, ticketRef).success) throw ticketError('ticket_not_found')
  const data = await loadData()
  // GET, so that a request without an answer is retried.
  const detail = await ask(
    data.rpc(
      'get_ticket_detail',
      number === undefined ? { ticket_id: ticketRef } : { ticket_number: number },
      {
        get: true,
      },
    ),
    z.nullable(ticketDetailSchema),
  )
  if (!detail) throw ticketError('ticket_not_found')
  return { ...detail, loaded_version: detail.ticket.version }
}

/** Keeps a shown ticket for later, when it may not be readable. */
function keepTicket(queries: QueryClient, detail: TicketDetail): void {
  queries.setQueryDefaults(ticketKeys.kept(), { gcTime: KEPT_MS })
  queries.setQueryData(ticketKeys.keptDetail(detail.ticket.id), detail)
}

/**
 * The ticket of the open detail screen. It is read at each opening; without a connection, it is the one last shown.
 * @param ticketRef its id or its number, as the page's address names it
 */
export function useTicket(ticketRef: string) {
  const number = parseTicketNumber(ticketRef)
  // The detail is cached by id, which all commands know.
  const numbered = useQuery({
    queryKey: ticketKeys.numbered(number ?? 0),
    queryFn: () => getTicket(ticketRef),
    enabled: number !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const id = number === undefined ? ticketRef : numbered.data?.ticket.id
  const queries = useQueryClient()
  const kept = queries.getQueryState<TicketDetail>(ticketKeys.keptDetail(id ?? ''))
  const isLost = getConnection() !== 'online'
  const detail = useQuery({
    queryKey: ticketKeys.detail(id ?? ''),
    queryFn: () => getTicket(id ?? ''),
    enabled: id !== undefined,
    initialData: numbered.data ?? (isLost ? kept?.data : undefined),
    initialDataUpdatedAt: numbered.data ? numbered.dataUpdatedAt : kept?.dataUpdatedAt,
    gcTime: 0,
    staleTime: JUST_READ_MS,
  })
  const { data } = detail
  useEffect(() => {
    if (data) keepTicket(queries, data)
  }, [queries, data])
  return id === undefined ? { ...numbered, data: undefined } : detail
}

/** Reads and updates the cached ticket, for commands that show their result at once. */
export function useTicketCache(ticketId: string) {
  const queries = useQueryClient()
  return useMemo(() => ticketCache(queries, ticketId), [queries, ticketId])
}

/** {@link useTicketCache} outside of components. */
export function ticketCache(queries: QueryClient, ticketId: string) {
  const queryKey = ticketKeys.detail(ticketId)
  return {
    /**
     * Changes the cached ticket, if there is one. A read in progress restarts, because its response may be older than
     * the change and would revert it.
     */
    patch: (change: (detail: TicketDetail) => TicketDetail): void => {
      queries.setQueryData<TicketDetail>(queryKey, (detail) => detail && change(detail))
      if (queries.isFetching({ queryKey, exact: true })) void queries.invalidateQueries({ queryKey })
    },
    /** Reads the ticket again. */
    refetch: (): Promise<void> => queries.invalidateQueries({ queryKey }),
    /** Cancels a read in progress, whose response would be older than the next patch. @returns whether there was one */
    cancel: async (): Promise<boolean> => {
      const isReading = queries.isFetching({ queryKey, exact: true }) > 0
      await queries.cancelQueries({ queryKey })
      return isReading
    },
    /**
     * Applies the server's version of the ticket. Lists that show it only get the new row, so that going back leads to
     * the same position; other lists and the figures become stale.
     */
    saved: (ticket: ChangedTicket): void => {
      showInLists(queries, ticket)
      markOtherLists(queries, [ticket.id])
      void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
    },
    /** Marks lists and dashboards that show this ticket as stale. */
    staleLists: (): void => {
      void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
      void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
      void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
    },
  }
}
