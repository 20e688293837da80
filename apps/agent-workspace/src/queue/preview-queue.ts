import { definePreview } from '@helpdesk/remote-contract/preview'
import { createdAgo } from '@helpdesk/staff/model/created-ago'
import * as rowTexts from '@helpdesk/staff/screens/worklist/texts'
import { drawList } from '@helpdesk/tickets/preview/draw-list'
import {
  muted,
  narrowLine,
  priorityOf,
  statusOf,
  subjectLine,
  textOf,
  timeOf,
  type PreviewRow,
} from '@helpdesk/tickets/preview/lines'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import * as texts from './texts'

const ageOf = (row: PreviewRow) => timeOf(row, 'created_at', (created) => createdAgo(created, serverNow()))
const customerOf = (row: PreviewRow) => textOf(row, 'creator_name') || textOf(row, 'creator_email')

/** `/tickets/assigned` and `/tickets/unassigned`: one screen, see AgentTickets. */
definePreview((answer, main) => {
  const isUnassigned = location.pathname.startsWith('/tickets/unassigned')
  return drawList(answer, main, {
    heading: isUnassigned ? texts.unassigned : texts.assigned,
    subtitle: isUnassigned ? texts.unassignedSubtitle : texts.assignedSubtitle,
    // As measured on the screen that replaces it: see WorklistTable and its table-layout.
    sizes: { narrow: { top: 194, head: 0, row: 116 }, wide: { top: 159, head: 36, row: 56 } },
    columns: [
      { width: '2.25rem' },
      { title: rowTexts.status, width: '6.75rem', lines: (row) => [statusOf(row)] },
      { title: rowTexts.priority, width: '5.75rem', lines: (row) => [priorityOf(row)] },
      {
        title: rowTexts.subject,
        always: true,
        lines: (row) => [
          subjectLine(row),
          muted(textOf(row, 'last_message_preview')),
          narrowLine(`${customerOf(row)} · ${ageOf(row)}`),
          narrowLine(`${statusOf(row)} · ${priorityOf(row)}`),
        ],
      },
      { title: rowTexts.customer, width: '10.5rem', lines: (row) => [customerOf(row)] },
      {
        title: rowTexts.created,
        width: '7.25rem',
        lines: (row) => [muted(ageOf(row))],
      },
      { width: isUnassigned ? '21rem' : '11.5rem' },
    ],
  })
})
