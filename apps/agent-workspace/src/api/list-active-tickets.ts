import { useInfiniteQuery, useQueryClient } from '@helpdesk/ui/query'
import { rememberPeople } from '@helpdesk/staff/api/list-people'
import { LongList } from '@helpdesk/staff/model/long-list'
import type { ListPages, PageStart } from '@helpdesk/staff/model/page-window'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listActiveTickets } from '@helpdesk/tickets/api/list-active-tickets'
import type { TicketCursor } from '@helpdesk/tickets/model/ticket-list'

const FIRST: PageStart<TicketCursor> = {}
const longList = (data: ListPages<TicketCursor>) => new LongList(data)

/** The agent's most urgent active tickets. An infinite query of one page, so that claims patch it like other lists. */
export function useActiveTickets(assignee: string | undefined, limit: number) {
  const queries = useQueryClient()
  return useInfiniteQuery({
    queryKey: ticketKeys.activeList(assignee ?? '', limit),
    queryFn: async () => {
      const rows = await listActiveTickets(assignee ?? '', limit)
      rememberPeople(queries, rows)
      return rows
    },
    enabled: assignee !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (): undefined => undefined,
    select: longList,
  })
}
