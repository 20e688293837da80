import { failureText, useNextTicket } from '@helpdesk/tickets'
import { Button, toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'

/** Takes the most urgent, then oldest open ticket and opens it, or says that the queue is empty. */
export function NextTicketButton() {
  const navigate = useNavigate()
  const next = useNextTicket()

  async function take() {
    try {
      const ticket = await next.mutateAsync()
      if (ticket) await navigate(`/tickets/${ticket.id}`)
      else toast({ title: 'The queue is empty', description: 'Every open ticket has somebody. Well done.' })
    } catch (error) {
      toast({ title: 'Error', description: failureText(error), type: 'error' })
    }
  }

  return (
    <Button variant="solid" loading={next.isPending} onClick={() => void take()}>
      Next ticket
    </Button>
  )
}
