import { setAvailability, useAuth } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { useTakeNextTicket } from '@helpdesk/staff/api/take-next-ticket'
import { useAnnounceChange } from '@helpdesk/staff/api/undo-last-change'
import { toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { nextTicketText } from './next-ticket-text'
import * as texts from './texts'

const showError = (error: unknown) =>
  toast({ title: texts.error, description: failureText(error), type: 'error' })

const becomeAvailable = () => void setAvailability(false).catch(showError)

/**
 * Claims the most urgent, then oldest open ticket and opens it, or shows that the queue is empty. While the user is away,
 * nothing is claimed and the way out is offered.
 */
export function useTakeNext() {
  const navigate = useNavigate()
  const next = useTakeNextTicket()
  const announce = useAnnounceChange()
  const isAway = Boolean(useAuth().profile?.away_since)

  /** @param onEmpty called when there is none */
  async function take(onEmpty?: () => void): Promise<void> {
    if (isAway) {
      const action = { label: texts.becomeAvailable, run: becomeAvailable }
      return void toast({ title: texts.youAreAway, description: texts.awayFromQueue, action })
    }
    try {
      const ticket = await next.mutateAsync()
      if (ticket) {
        announce({ text: nextTicketText(ticket, serverNow()), saved: ticket, followsReply: true })
        return void (await navigate(`/tickets/${ticket.id}`))
      }
      toast({ title: texts.queueEmpty, description: texts.noUnassigned })
      onEmpty?.()
    } catch (error) {
      showError(error)
    }
  }

  return { take, isPending: next.isPending, isAway, becomeAvailable }
}
