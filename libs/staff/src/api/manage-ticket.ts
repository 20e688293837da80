import { useAuth, useRole } from '@helpdesk/auth'
import { useCommand } from '@helpdesk/ui/query'
import { canTriage } from '@helpdesk/tickets/model/permissions'
import type { ChangedTicket, Participant, TicketDetail } from '@helpdesk/tickets/model/rows'
import { useTicketCache } from '@helpdesk/tickets/api/get-ticket'
import { TICKET_FIELDS } from '@helpdesk/tickets/model/ticket-fields'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { changeText } from '../model/change-text'
import { useAnnounceChange } from './undo-last-change'
import { updateTicket, type TicketChange } from '@helpdesk/tickets/api/update-ticket'

interface ManagedChange {
  change: TicketChange
  /** The user of `change.assigned_to`, shown before the server responds. */
  assignee?: Participant | null
}

const fieldsOf = (change: TicketChange) => Object.keys(change) as (keyof TicketChange)[]

/** Says which fields changed; undefined when all had these values before. */
function announcement(
  saved: ChangedTicket,
  { change, assignee }: ManagedChange,
  before: ManagedChange | undefined,
  me: string | undefined,
): string | undefined {
  const isNew = (field: keyof TicketChange) =>
    field in change && JSON.stringify(change[field]) !== JSON.stringify(before?.change[field])
  const others = fieldsOf(change).flatMap((field) =>
    isNew(field) ? (TICKET_FIELDS[field]?.done?.(change[field]) ?? []) : [],
  )
  const changed = {
    status: isNew('status') ? change.status : undefined,
    priority: isNew('priority') ? change.priority : undefined,
    assignee: isNew('assigned_to') ? assignee && (assignee.id === me ? 'you' : assignee.name) : undefined,
    tags: isNew('tags') || undefined,
    ...(others.length > 0 && { others }),
  }
  const isChange = Object.values(changed).some((value) => value !== undefined)
  return isChange ? changeText(ticketRef(saved), changed) : undefined
}

const applied = (detail: TicketDetail, { change, assignee }: ManagedChange): TicketDetail => ({
  ...detail,
  ticket: { ...detail.ticket, ...change },
  assignee: assignee === undefined ? detail.assignee : assignee,
})

/** The current values of the changed fields, to roll back to. */
function currentValues(detail: TicketDetail, { change, assignee }: ManagedChange): ManagedChange {
  const values: TicketChange = Object.fromEntries(
    fieldsOf(change).map((field) => [field, detail.ticket[field]]),
  )
  return { change: values, assignee: assignee === undefined ? undefined : detail.assignee }
}

/**
 * Changes an open ticket. A permitted change is shown at once and rolled back when the server refuses; any other waits
 * for the server's response.
 */
export function useManageTicket(ticketId: string) {
  const { user } = useAuth()
  const role = useRole()
  const cache = useTicketCache(ticketId)
  const announce = useAnnounceChange()
  return useCommand({
    mutationKey: ['manage-ticket', ticketId],
    target: ({ change }) => change,
    subject: () => ticketId,
    mutationFn: ({ change }: ManagedChange) => updateTicket(user?.id ?? null, ticketId, change),
    onMutate: async (input) => {
      await cache.cancel()
      let before: ManagedChange | undefined
      cache.patch((detail) => {
        const mayChange = user && role && canTriage({ id: user.id, role }, detail.ticket)
        if (!mayChange) return detail
        before = currentValues(detail, input)
        return applied(detail, input)
      })
      return { before }
    },
    onSuccess: (saved, input, { before }) => {
      cache.patch((detail) => applied(detail, { ...input, change: { ...input.change, ...saved } }))
      cache.saved(saved)
      const text = announcement(saved, input, before, user?.id)
      if (text) announce({ text, saved })
    },
    onError: (_error, _input, context) => {
      const before = context?.before
      if (before) cache.patch((detail) => applied(detail, before))
    },
    // Loads the new event, and changes that others made meanwhile.
    onSettled: () => void cache.refetch(),
  })
}
