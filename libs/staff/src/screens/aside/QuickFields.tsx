import { Field, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useManageTicket } from '../../api/manage-ticket'
import type { TicketChange } from '@helpdesk/tickets/api/update-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { isTicketPriority } from '@helpdesk/tickets/model/priorities'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { isTicketStatus } from '@helpdesk/tickets/model/statuses'
import { openSelect } from '../open-select'
import { priorityOptions, statusOptions } from '../ticket-options'

/** Status and priority, saved on change. */
export function QuickFields({ ticket }: { ticket: Ticket }) {
  const manage = useManageTicket(ticket.id)
  const save = (change: TicketChange) =>
    manage.mutate(
      { change },
      {
        onError: (error) =>
          toast({ type: 'error', title: 'Ticket not updated', description: failureText(error) }),
      },
    )
  return (
    <Stack gap="4">
      <Field label="Status">
        <NativeSelect
          options={statusOptions}
          value={ticket.status}
          onKeyDown={openSelect}
          onChange={({ target }) => isTicketStatus(target.value) && save({ status: target.value })}
        />
      </Field>
      <Field label="Priority">
        <NativeSelect
          options={priorityOptions}
          value={ticket.priority}
          onKeyDown={openSelect}
          onChange={({ target }) => isTicketPriority(target.value) && save({ priority: target.value })}
        />
      </Field>
    </Stack>
  )
}
