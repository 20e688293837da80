import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@helpdesk/ui/query'
import { unmatchedMailSchema, type MailPile, type UnmatchedMail } from '../model/mail'

const PAGE_SIZE = 50

const NOT_FILED = ['ignored', 'refused', 'bounce']

/**
 * One page of the received mails that are in no ticket, newest first.
 * @param after last row of the previous page
 * @throws AppError `agent_required`
 */
export async function listUnmatchedMails(pile: MailPile, after?: UnmatchedMail): Promise<UnmatchedMail[]> {
  const data = await loadData()
  const states = pile === 'not-filed' ? { states: NOT_FILED } : {}
  const args = { ...states, max_rows: PAGE_SIZE, before_at: after?.received_at, before_id: after?.id }
  return ask(data.rpc('list_unmatched_mails', args), z.array(unmatchedMailSchema))
}

export const useUnmatchedMails = (pile: MailPile) =>
  useInfiniteQuery({
    queryKey: [...ticketKeys.unmatchedMails(), pile],
    queryFn: ({ pageParam }) => listUnmatchedMails(pile, pageParam),
    initialPageParam: undefined as UnmatchedMail | undefined,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)),
    select: (data: InfiniteData<UnmatchedMail[], UnmatchedMail | undefined>) => data.pages.flat(),
  })

/** Reads the list and its count in the menu again. */
export function forgetUnmatched(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
  return queries.invalidateQueries({ queryKey: ticketKeys.unmatchedMails() })
}
