import { useNavigate } from '@helpdesk/ui/router'
import type { MouseEvent } from 'react'

/**
 * Handles a click on a table body: opens the ticket of the row, except for controls and selected text.
 * @param onOpen called instead of opening the ticket's page
 */
export function useOpenTicket(onOpen?: (ticketId: string) => void) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const selecting = (getSelection()?.toString() ?? '') !== ''
    if (
      selecting ||
      !(event.target instanceof Element) ||
      event.target.closest('a, button, input, select, label')
    )
      return
    const id = event.target.closest('tr')?.dataset.id
    if (!id) return
    if (onOpen) onOpen(id)
    else void navigate(`/tickets/${id}`)
  }
}
