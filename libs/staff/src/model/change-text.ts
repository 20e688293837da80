import { priorityLabel, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { statusLabel, type TicketStatus } from '@helpdesk/tickets/model/statuses'

/** The fields that a change has set, for the text shown to its author. */
export interface AnnouncedChange {
  status?: TicketStatus | undefined
  priority?: TicketPriority | undefined
  /** Name of the new assignee, or `you`; null for nobody. */
  assignee?: string | null | undefined
  tags?: boolean | undefined
  /** What the change did to other fields. */
  others?: readonly string[] | undefined
}

/**
 * Says what a change did to which ticket: "#1042 set to Pending".
 * @param target the ticket's number, or a count such as "3 tickets"
 */
export function changeText(
  target: string,
  { status, priority, assignee, tags, others = [] }: AnnouncedChange,
): string {
  const parts = [
    assignee === null && 'returned to the queue',
    assignee && `assigned to ${assignee}`,
    status && `set to ${statusLabel(status)}`,
    priority && `set to ${priorityLabel(priority)} priority`,
    ...others,
    tags && 'tagged',
  ].filter(Boolean)
  if (tags && parts.length === 1) return `Tags of ${target} changed`
  const last = parts.pop()
  return parts.length === 0 ? `${target} ${last || 'updated'}` : `${target} ${parts.join(', ')} and ${last}`
}
