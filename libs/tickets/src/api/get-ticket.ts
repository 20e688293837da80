import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery, useQueryClient } from '@helpdesk/ui/query'
import { useMemo } from 'react'
import { ticketDetailSchema, type ChangedTicket, type TicketDetail } from '../model/rows'
import { ticketKeys } from './keys'
import { markOtherLists, showInLists } from './list-cache'
import { ticketError } from './ticket-error'

const uuid = z.guid()

/**
 * Reads a ticket with everything its page shows, in one request.
 * @throws AppError `ticket_not_found` when it does not exist, the caller has no right to it, or the id is none: the
 * three are not told apart.
 */
export async function getTicket(ticketId: string): Promise<TicketDetail> {
  if (!z.safeParse(uuid, ticketId).success) throw ticketError('ticket_not_found')
  const data = await loadData()
  // GET, so that a request without an answer is retried.
  const detail = await ask(
    data.rpc('get_ticket_detail', { ticket_id: ticketId }, { get: true }),
    z.nullable(ticketDetailSchema),
  )
  if (!detail) throw ticketError('ticket_not_found')
  return { ...detail, loaded_version: detail.ticket.version }
}

/** The ticket of the open detail screen. It is forgotten as soon as no screen shows it. */
export function useTicket(ticketId: string) {
  return useQuery({
    queryKey: ticketKeys.detail(ticketId),
    queryFn: () => getTicket(ticketId),
    gcTime: 0,
  })
}

/** What is known of an open ticket, for commands that show their result at once. */
export function useTicketCache(ticketId: string) {
  const queries = useQueryClient()
  return useMemo(() => {
    const queryKey = ticketKeys.detail(ticketId)
    return {
      /**
       * Changes what is shown; nothing happens when the ticket is not open. The answer to a read under way may be older
       * than the change, and would take it back: the read begins anew.
       */
      patch: (change: (detail: TicketDetail) => TicketDetail): void => {
        queries.setQueryData<TicketDetail>(queryKey, (detail) => detail && change(detail))
        if (queries.isFetching({ queryKey, exact: true })) void queries.invalidateQueries({ queryKey })
      },
      /** Reads the ticket again. */
      refetch: (): Promise<void> => queries.invalidateQueries({ queryKey }),
      /** Stops a read under way, whose answer would be older than what is patched in next. */
      cancel: (): Promise<void> => queries.cancelQueries({ queryKey }),
      /**
       * The ticket as the server has it now: lists that show it stay as they are but for its row, so that the way back
       * leads to the same place; what else tells of tickets is out of date.
       */
      saved: (ticket: ChangedTicket): void => {
        showInLists(queries, ticket)
        markOtherLists(queries, [ticket.id])
        void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
      },
      /** Lists and dashboards that show this ticket are out of date. */
      staleLists: (): void => {
        void queries.invalidateQueries({ queryKey: ticketKeys.lists() })
        void queries.invalidateQueries({ queryKey: ticketKeys.customerDashboard() })
        void queries.invalidateQueries({ queryKey: ticketKeys.viewCounts() })
      },
    }
  }, [queries, ticketId])
}
