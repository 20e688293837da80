import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@helpdesk/ui/query'
import { unmatchedMailSchema, type UnmatchedMail } from '../model/mail'

const PAGE_SIZE = 50

/**
 * One page of the received mails that wait for staff, newest first.
 * @param after last row of the previous page
 * @throws AppError `agent_required`
 */
export async function listUnmatchedMails(after?: UnmatchedMail): Promise<UnmatchedMail[]> {
  const data = await loadData()
  const args = { max_rows: PAGE_SIZE, before_at: after?.received_at, before_id: after?.id }
  return ask(data.rpc('list_unmatched_mails', args), z.array(unmatchedMailSchema))
}

export const useUnmatchedMails = () =>
  useInfiniteQuery({
    queryKey: ticketKeys.unmatchedMails(),
    queryFn: ({ pageParam }) => listUnmatchedMails(pageParam),
    initialPageParam: undefined as UnmatchedMail | undefined,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)),
    select: (data: InfiniteData<UnmatchedMail[], UnmatchedMail | undefined>) => data.pages.flat(),
  })

/** Reads the list and its count in the menu again. */
export function forgetUnmatched(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
  return queries.invalidateQueries({ queryKey: ticketKeys.unmatchedMails() })
}
