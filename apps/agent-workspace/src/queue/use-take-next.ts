import { failureText } from '@helpdesk/tickets/model/errors'
import { useTakeNextTicket } from '@helpdesk/staff/api/take-next-ticket'
import { useAnnounceChange } from '@helpdesk/staff/api/undo-last-change'
import { toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import { nextTicketText } from './next-ticket-text'

/** Claims the most urgent, then oldest open ticket and opens it, or shows that the queue is empty. */
export function useTakeNext() {
  const navigate = useNavigate()
  const next = useTakeNextTicket()
  const announce = useAnnounceChange()

  /** @param onEmpty called when there is none */
  async function take(onEmpty?: () => void): Promise<void> {
    if (next.isPending) return
    try {
      const ticket = await next.mutateAsync()
      if (ticket) {
        announce({ text: nextTicketText(ticket, Date.now()) })
        return void (await navigate(`/tickets/${ticket.id}`))
      }
      toast({ title: 'The queue is empty', description: 'No unassigned tickets.' })
      onEmpty?.()
    } catch (error) {
      toast({ title: 'Error', description: failureText(error), type: 'error' })
    }
  }

  return { take, isPending: next.isPending }
}
