import { useQuery } from '@helpdesk/ui/query'
import { useEffect, useState } from 'react'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { listTickets } from '@helpdesk/tickets/api/list-tickets'

const DEBOUNCE_MS = 200
/** Shorter texts match too many subjects. */
const MIN_LENGTH = 2
const MAX_RESULTS = 6

const includesText = (subject: string, text: string) => subject.toLowerCase().includes(text.toLowerCase())

/** Finds tickets by subject after a pause in typing. */
export function useFoundTickets(query: string) {
  const wanted = query.trim()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const enabled = text.length >= MIN_LENGTH && wanted.length >= MIN_LENGTH
  const settled = wanted === text
  const { data, error, isFetching } = useQuery({
    queryKey: ticketKeys.found(text),
    queryFn: () => listTickets({ search: text }, undefined, MAX_RESULTS),
    enabled,
  })
  return {
    // Filtered by the current text, so that Enter cannot open a ticket that no longer matches.
    data: enabled ? data?.filter(({ subject }) => settled || includesText(subject, wanted)) : undefined,
    error,
    searching: isFetching || (!settled && wanted.length >= MIN_LENGTH),
  }
}
