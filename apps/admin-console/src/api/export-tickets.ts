import { ask, loadData, parseAnswer, z } from '@helpdesk/supabase'
import { ticketRowSchema } from '@helpdesk/tickets/model/rows'
import { placeOf, type TicketCursor } from '@helpdesk/tickets/model/ticket-list'
import { priorityLabel } from '@helpdesk/tickets/model/priorities'
import { ratingWord } from '@helpdesk/tickets/model/rating'
import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { TICKET_FIELDS } from '@helpdesk/tickets/model/ticket-fields'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { CSV_BOM, csvLine, timeCellIn } from '../model/csv'
import type { ReportScope } from '../model/report'
import { filterArgument } from '../model/report-filter'
import { logExport } from './log-export'

/** Rows per request. The data API may return fewer (its `max_rows`), so only an empty page is the end. */
const EXPORT_PAGE = 5000
/** Longest uninterrupted run of script, in milliseconds. */
const SLICE_MS = 12

const rowSchema = z.object({
  ticket: ticketRowSchema,
  first_response_at: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  rating: z.nullable(z.number()),
})
type ExportedRow = z.infer<typeof rowSchema>

type Cell = string | number | null | undefined
type Column = (row: ExportedRow, timeCell: (time: string) => string) => Cell

const time =
  (of: (row: ExportedRow) => string | null | undefined): Column =>
  (row, timeCell) => {
    const value = of(row)
    return value && timeCell(value)
  }

/** The columns of the file. Programs know them by these names; their values are in the words of the screens. */
const COLUMNS: Record<string, Column> = {
  id: ({ ticket }) => ticket.id,
  created_at: time(({ ticket }) => ticket.created_at),
  subject: ({ ticket }) => ticket.subject,
  status: ({ ticket }) => statusLabel(ticket.status),
  priority: ({ ticket }) => priorityLabel(ticket.priority),
  tags: ({ ticket }) => ticket.desk_tags?.join(', '),
  requester: ({ ticket }) => ticket.requester_email,
  assignee: ({ ticket }) => ticket.assignee_email,
  first_response_at: time((row) => row.first_response_at),
  resolved_at: time((row) => row.resolved_at),
  closed_at: time(({ ticket }) => ticket.closed_at),
  rating: ({ rating }) => rating && ratingWord(rating),
  number: ({ ticket }) => ticketRef(ticket),
  ...Object.fromEntries(
    Object.entries(TICKET_FIELDS).flatMap(([name, field]): [string, Column][] =>
      field?.column ? [[name, ({ ticket }, timeCell) => field.column?.(ticket, timeCell)]] : [],
    ),
  ),
}

interface ExportOptions {
  scope: ReportScope
  signal: AbortSignal
  /** Called with the number of tickets in the file so far. */
  onProgress: (rows: number) => void
}

/**
 * Writes every ticket of the filter that was created in the range to a CSV file, newest first, with times of the scope's
 * zone. Each page becomes a Blob before the next is requested, which keeps script memory small. The audit log records the
 * export before the file is returned.
 * @throws the signal's reason when aborted, else AppError; then there is neither a file nor an audit entry
 */
export async function exportTickets({ scope, signal, onProgress }: ExportOptions) {
  const data = await loadData()
  const timeCell = timeCellIn(scope.zone)
  const parts: Blob[] = [new Blob([CSV_BOM, csvLine(Object.keys(COLUMNS))])]
  let rows = 0
  let after: Partial<TicketCursor> | undefined
  for (;;) {
    signal.throwIfAborted()
    const page = await ask(
      data
        .rpc('export_tickets', {
          from_day: scope.from,
          to_day: scope.to,
          time_zone: scope.zone,
          ...filterArgument(scope.filter),
          max_rows: EXPORT_PAGE,
          ...(after && { after }),
        })
        .abortSignal(signal),
      z.array(z.unknown()),
    ).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    if (page.length === 0) break
    const { blob, last } = await csvOf(page, timeCell, signal)
    parts.push(blob)
    rows += page.length
    after = placeOf(last.ticket)
    onProgress(rows)
  }
  signal.throwIfAborted()
  await logExport('tickets', rows, scope)
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows }
}

/** Checks a page row by row and writes it as CSV, in slices that keep the screen responsive. */
async function csvOf(page: readonly unknown[], timeCell: (time: string) => string, signal: AbortSignal) {
  const lines: string[] = []
  let last: ExportedRow | undefined
  let since = performance.now()
  for (const each of page) {
    const row = (last = parseAnswer(each, rowSchema))
    lines.push(csvLine(Object.values(COLUMNS).map((column) => column(row, timeCell) ?? null)))
    if (performance.now() - since < SLICE_MS) continue
    await nextTask()
    signal.throwIfAborted()
    since = performance.now()
  }
  if (!last) throw new RangeError('An empty page has no last row')
  return { blob: new Blob(lines), last }
}

/** Yields to the event loop, by a message: browsers throttle the timers of background tabs. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
