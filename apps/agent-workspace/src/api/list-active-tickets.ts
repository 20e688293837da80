import { useInfiniteQuery } from '@helpdesk/ui/query'
import { LongList } from '@helpdesk/staff/model/long-list'
import type { ListPages, PageStart } from '@helpdesk/staff/model/page-window'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listActiveTickets } from '@helpdesk/tickets/api/list-active-tickets'
import type { TicketCursor } from '@helpdesk/tickets/api/list-tickets'

const FIRST: PageStart<TicketCursor> = {}
const longList = (data: ListPages<TicketCursor>) => new LongList(data)

/** The agent's most urgent active tickets. An infinite query of one page, so that claims patch it like other lists. */
export function useActiveTickets(assignee: string | undefined, limit: number) {
  return useInfiniteQuery({
    queryKey: ticketKeys.activeList(assignee ?? '', limit),
    queryFn: () => listActiveTickets(assignee ?? '', limit),
    enabled: assignee !== undefined,
    initialPageParam: FIRST,
    getNextPageParam: (): undefined => undefined,
    select: longList,
  })
}
