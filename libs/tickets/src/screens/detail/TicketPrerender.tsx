import { useQueryClient } from '@helpdesk/ui/query'
import { useState, type ComponentType } from 'react'
import { ticketKeys } from '../../api/keys'
import { SAMPLE } from '../../prefetch/sample-ticket'

/** The page of a sample ticket, for the shell to render unseen and with a cache of its own (`RouteHandle`). */
export function TicketPrerender({ Ticket }: { Ticket: ComponentType<{ ticketId: string }> }) {
  const queries = useQueryClient()
  const { id } = SAMPLE.ticket
  useState(() => queries.setQueryData(ticketKeys.detail(id), SAMPLE))
  return <Ticket ticketId={id} />
}
