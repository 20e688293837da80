import { failureText } from '@helpdesk/tickets/model/errors'
import { useTakeNextTicket } from '@helpdesk/staff/api/take-next-ticket'
import { toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'

/** Takes the most urgent, then oldest open ticket and opens it, or says that the queue is empty. */
export function useTakeNext() {
  const navigate = useNavigate()
  const next = useTakeNextTicket()

  /** @param otherwise called when there is none */
  async function take(otherwise?: () => void): Promise<void> {
    if (next.isPending) return
    try {
      const ticket = await next.mutateAsync()
      if (ticket) return void (await navigate(`/tickets/${ticket.id}`))
      toast({ title: 'The queue is empty', description: 'No unassigned tickets.' })
      otherwise?.()
    } catch (error) {
      toast({ title: 'Error', description: failureText(error), type: 'error' })
    }
  }

  return { take, isPending: next.isPending }
}
