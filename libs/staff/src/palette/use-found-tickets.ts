import { useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { searchTickets } from '@helpdesk/tickets/api/search-tickets'
import { useDebounced } from '@helpdesk/tickets/api/use-debounced'

const DEBOUNCE_MS = 200
/** Shorter texts match too many tickets. */
const MIN_LENGTH = 2
const MAX_RESULTS = 6

/** Finds tickets by any of their texts, or by their number, after a pause in typing. */
export function useFoundTickets(query: string) {
  const trimmed = query.trim()
  const text = useDebounced(trimmed, DEBOUNCE_MS, '')
  const enabled = text.length >= MIN_LENGTH && trimmed.length >= MIN_LENGTH
  const settled = trimmed === text
  const { data, error, isFetching } = useQuery({
    queryKey: ticketKeys.found(text),
    queryFn: () => searchTickets({ search: text }, undefined, MAX_RESULTS),
    enabled,
  })
  return {
    // Only results of the current text, so that Enter cannot open a ticket that no longer matches. They are not filtered
    // by the text, because a hit in a comment or a corrected word does not contain it.
    data: enabled && settled ? data : undefined,
    error,
    searching: isFetching || (!settled && trimmed.length >= MIN_LENGTH),
  }
}
