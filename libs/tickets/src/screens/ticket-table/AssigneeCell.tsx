import { PersonText } from './cells'
import type { RowView } from './row-view'

/** Who has the ticket, or the button to take it. */
export function AssigneeCell({ ticket, assignee, actions }: RowView) {
  if (ticket.assigned_to) return <PersonText person={assignee} />
  return (
    <button
      type="button"
      data-button="outline"
      aria-describedby={`subject-${ticket.id}`}
      onClick={() => actions.claim(ticket)}
    >
      Assign to me
    </button>
  )
}
