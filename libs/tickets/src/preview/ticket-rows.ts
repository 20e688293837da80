import { formatDate } from '@helpdesk/ui/components/format-day'
import { TICKET_PRIORITIES } from '../model/priorities'
import type { TicketSummary } from '../model/rows'
import { TICKET_STATUSES } from '../model/statuses'

const row = {
  id: '',
  number: 7_654_321,
  subject: 'sample-subject',
  status: 'open',
  priority: 'normal',
  created_by: 'sample-creator',
  customer_id: 'sample-requester',
  assigned_to: null,
  created_at: '2001-02-03T04:05:06+00:00',
  updated_at: '2003-04-05T06:07:08+00:00',
  closed_at: null,
  version: 1,
} satisfies TicketSummary

/** Rows of a list, and how its table shows their values: see `SampleRows` of the remote contract. */
export const sample = {
  row,
  variants: {
    status: TICKET_STATUSES.filter((status) => status !== row.status),
    priority: TICKET_PRIORITIES.filter((priority) => priority !== row.priority),
  },
}
export const formats = { created_at: { date: formatDate }, updated_at: { date: formatDate } }
