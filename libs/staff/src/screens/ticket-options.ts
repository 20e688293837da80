import { priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'

export const statusOptions = TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) }))
export const priorityOptions = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))
