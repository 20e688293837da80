import { UsersIcon } from '@helpdesk/ui'
import { PersonLine } from './PersonLine'
import type { RowView } from './row-view'
import * as texts from './texts'

/** The assignee, or the button to claim the ticket; admins can also assign somebody else. */
export function AssigneeCell({ ticket, assignee, actions }: RowView) {
  const { claim, assign } = actions
  return (
    <span data-pair>
      {ticket.assigned_to ? (
        <PersonLine person={assignee} />
      ) : (
        <button
          type="button"
          data-button="outline"
          data-action
          aria-describedby={`subject-${ticket.id}`}
          onClick={({ currentTarget }) => {
            // The claim removes the button; the focus stays in its row.
            currentTarget.closest('tr')?.focus({ preventScroll: true })
            claim(ticket)
          }}
        >
          {texts.assignToMe}
        </button>
      )}
      {assign && (
        <button
          type="button"
          data-button="icon"
          data-action
          aria-label={texts.assignToOther}
          title={texts.assignToOther}
          aria-describedby={`subject-${ticket.id}`}
          onClick={() => assign(ticket)}
        >
          <UsersIcon size={14} />
        </button>
      )}
    </span>
  )
}
