import { canTakeOver, canTriage } from '@helpdesk/tickets/model/permissions'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { useActor } from './use-actor'

/** What the signed-in member of staff may do with the open ticket. */
export function useTicketRights({ ticket, assignee, staff }: TicketDetail) {
  const actor = useActor()
  return {
    /** Status, priority, tags and assignee. */
    mayTriage: actor !== null && canTriage(actor, ticket, staff?.agents_update),
    mayTakeOver: actor !== null && canTakeOver(actor, ticket),
    /** Who can change the ticket otherwise. */
    holder: assignee?.name || 'the assignee',
  }
}
