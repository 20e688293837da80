import { useInfiniteQuery, useQueryClient } from '@helpdesk/ui/query'
import { rememberPeople } from '@helpdesk/staff/api/list-people'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listActiveTickets } from '@helpdesk/tickets/api/list-active-tickets'

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
    initialPageParam: {},
    getNextPageParam: (): undefined => undefined,
    select: ({ pages }) => pages.flat(),
  })
}
