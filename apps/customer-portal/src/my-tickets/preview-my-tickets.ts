import { definePreview } from '@helpdesk/remote-contract/preview'
import { drawList } from '@helpdesk/tickets/preview/draw-list'
import {
  muted,
  narrowLine,
  priorityOf,
  statusOf,
  subjectLine,
  timeOf,
  type PreviewRow,
} from '@helpdesk/tickets/preview/lines'
import { formatDate } from '@helpdesk/ui/components/format-day'
import * as texts from './texts'

const createdOn = (row: PreviewRow) => timeOf(row, 'created_at', formatDate)
const updatedOn = (row: PreviewRow) => timeOf(row, 'updated_at', formatDate)

definePreview((answer, main) =>
  drawList(answer, main, {
    heading: texts.title,
    subtitle: texts.subtitle,
    // As measured on the screen that replaces it: see TicketTable and PageHeader.
    sizes: { narrow: { top: 199, head: 32, row: 98 }, wide: { top: 115, head: 32, row: 41 } },
    columns: [
      {
        title: texts.subject,
        always: true,
        lines: (row) => [
          subjectLine(row),
          narrowLine(texts.createdAt(createdOn(row))),
          narrowLine(texts.updatedAt(updatedOn(row))),
        ],
      },
      {
        title: texts.status,
        always: true,
        width: '7.5rem',
        lines: (row) => [statusOf(row), narrowLine(priorityOf(row))],
      },
      { title: texts.priority, width: '7rem', lines: (row) => [priorityOf(row)] },
      {
        title: texts.created,
        width: '7.5rem',
        lines: (row) => [muted(createdOn(row))],
      },
      {
        title: texts.updated,
        width: '7.5rem',
        lines: (row) => [muted(updatedOn(row))],
      },
    ],
  }),
)
