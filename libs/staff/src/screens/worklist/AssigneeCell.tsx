import { UsersIcon } from '@helpdesk/ui'
import { PersonText } from './cells'
import type { RowView } from './row-view'

/** Who has the ticket, or the button to take it; admins also give it to others. */
export function AssigneeCell({ ticket, assignee, actions }: RowView) {
  const { claim, hand } = actions
  return (
    <span data-pair>
      {ticket.assigned_to ? (
        <PersonText person={assignee} />
      ) : (
        <button
          type="button"
          data-button="outline"
          aria-describedby={`subject-${ticket.id}`}
          onClick={({ currentTarget }) => {
            // The button goes away with the claim; the focus stays in its row.
            currentTarget.closest('tr')?.focus({ preventScroll: true })
            claim(ticket)
          }}
        >
          Assign to me
        </button>
      )}
      {hand && (
        <button
          type="button"
          data-button="icon"
          aria-label="Assign to somebody else"
          title="Assign to somebody else"
          aria-describedby={`subject-${ticket.id}`}
          onClick={() => hand(ticket)}
        >
          <UsersIcon size={14} />
        </button>
      )}
    </span>
  )
}
