import { Flex, toast } from '@helpdesk/ui'
import type { TicketChange } from '@helpdesk/tickets/api/update-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { priorityHint, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { useManageTicket } from '../../api/manage-ticket'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { useTicketRights } from '../../state/use-ticket-rights'
import { OptionMenu } from '../controls/OptionMenu'
import { SnoozeControl } from '../snooze/SnoozeControl'
import { AssigneeControl } from './AssigneeControl'
import * as texts from './texts'

const statuses = TICKET_STATUSES.map((value) => ({
  value,
  content: <StatusBadge status={value} variant="plain" />,
}))
const priorities = TICKET_PRIORITIES.map((value) => ({
  value,
  content: <PriorityBadge priority={value} variant="plain" />,
  hint: priorityHint(value),
}))

/** Status, priority, assignee and snooze of the open ticket; each change is saved at once. */
export function TicketControls({ detail }: { detail: TicketDetail }) {
  const { ticket } = detail
  const { mayTriage, holder } = useTicketRights(detail)
  const manage = useManageTicket(ticket.id)
  useProvideTicketCommands({ presentValue: (field) => ticket[field] })
  const reason = mayTriage ? undefined : texts.onlyHolder(holder)
  const save = (change: TicketChange) =>
    manage.mutate(
      { change },
      {
        onError: (error) =>
          toast({ type: 'error', title: texts.notUpdated, description: failureText(error) }),
      },
    )
  return (
    <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginTop="2" marginX="-1">
      <OptionMenu
        label={texts.setStatus}
        options={statuses}
        value={ticket.status}
        onPick={(status) => save({ status })}
        reason={reason}
      >
        <StatusBadge status={ticket.status} />
      </OptionMenu>
      <OptionMenu
        label={texts.setPriority}
        options={priorities}
        value={ticket.priority}
        onPick={(priority) => save({ priority })}
        reason={reason}
      >
        <PriorityBadge priority={ticket.priority} />
      </OptionMenu>
      <AssigneeControl detail={detail} />
      <span data-print="none">
        <SnoozeControl
          ticket={ticket}
          onPick={(snoozed_until) => save({ snoozed_until })}
          onPickTime={(snoozed_until) =>
            manage.mutateAsync({ change: { snoozed_until } }).then(() => undefined, failureText)
          }
          reason={reason}
        />
      </span>
    </Flex>
  )
}
