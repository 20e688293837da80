import { Flex, formatDateTime, toast } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import type { TicketChange } from '@helpdesk/tickets/api/update-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import { priorityHint, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import * as listTexts from '@helpdesk/tickets/model/list-texts'
import { TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { isSnoozed } from '@helpdesk/tickets/model/ticket-fields'
import { PriorityBadge } from '@helpdesk/tickets/screens/badges/PriorityBadge'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { useManageTicket } from '../../api/manage-ticket'
import { useTicketRights } from '../../state/use-ticket-rights'
import { OptionMenu } from '../controls/OptionMenu'
import { TimeControl } from '../controls/TimeControl'
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

/** Nine o'clock of the next day. */
function tomorrow(now: number): Date {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 9)
}

/** Status, priority, assignee and snooze of the open ticket; each change is saved at once. */
export function TicketControls({ detail }: { detail: TicketDetail }) {
  const { ticket } = detail
  const { mayTriage, holder } = useTicketRights(detail)
  const manage = useManageTicket(ticket.id)
  const now = serverNow()
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
      <TimeControl
        label={listTexts.snoozedUntil}
        value={isSnoozed(ticket, now) ? (ticket.snoozed_until ?? null) : null}
        suggestion={tomorrow(now)}
        removeLabel={listTexts.endSnooze}
        onPick={(snoozed_until) => save({ snoozed_until })}
        reason={reason}
      >
        {ticket.snoozed_until && isSnoozed(ticket, now)
          ? `${listTexts.snoozedUntil} ${formatDateTime(ticket.snoozed_until)}`
          : listTexts.snooze}
      </TimeControl>
    </Flex>
  )
}
