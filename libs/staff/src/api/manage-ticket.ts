import { useAuth, useRole } from '@helpdesk/auth'
import { useCommand } from '@helpdesk/ui/query'
import { canUpdateTicket } from '@helpdesk/tickets/model/permissions'
import type { Participant, TicketDetail } from '@helpdesk/tickets/model/rows'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'
import { updateTicket, type TicketChange } from '@helpdesk/tickets/api/update-ticket'

export interface ManagedChange {
  change: TicketChange
  /** Who `change.assigned_to` is, to be shown before the server has answered. */
  assignee?: Participant | null
}

const applied = (detail: TicketDetail, { change, assignee }: ManagedChange): TicketDetail => ({
  ...detail,
  ticket: { ...detail.ticket, ...change },
  assignee: assignee === undefined ? detail.assignee : assignee,
})

/** The fields of `change` as they are on the ticket: what has to be put back. */
function current(detail: TicketDetail, { change, assignee }: ManagedChange): ManagedChange {
  const { ticket } = detail
  const back: TicketChange = {}
  if ('status' in change) back.status = ticket.status
  if ('priority' in change) back.priority = ticket.priority
  if ('assigned_to' in change) back.assigned_to = ticket.assigned_to
  if ('tags' in change) back.tags = ticket.tags
  return { change: back, assignee: assignee === undefined ? undefined : detail.assignee }
}

/**
 * Changes an open ticket. What the caller may do is shown at once, and put back when the server refuses; other
 * attempts wait for the server's words.
 */
export function useManageTicket(ticketId: string) {
  const { user } = useAuth()
  const role = useRole()
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['manage-ticket', ticketId],
    target: ({ change }) => change,
    subject: () => ticketId,
    mutationFn: ({ change }: ManagedChange) => updateTicket(user?.id ?? null, ticketId, change),
    onMutate: async (input) => {
      await cache.cancel()
      let before: ManagedChange | undefined
      cache.patch((detail) => {
        const mayChange = user && role && canUpdateTicket({ id: user.id, role }, detail.ticket)
        if (!mayChange) return detail
        before = current(detail, input)
        return applied(detail, input)
      })
      return { before }
    },
    onSuccess: (saved, { change, assignee }) => {
      cache.patch((detail) => applied(detail, { change: { ...change, ...saved }, assignee }))
      cache.saved(saved)
    },
    onError: (_error, _input, context) => {
      const before = context?.before
      if (before) cache.patch((detail) => applied(detail, before))
    },
    // The history has grown, or somebody else was faster.
    onSettled: () => void cache.refetch(),
  })
}
