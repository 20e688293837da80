import { ask, loadData, parseAnswer, z } from '@helpdesk/supabase'
import { CSV_BOM, csvLine } from '../model/csv'
import type { ReportScope } from '../model/report'
import { logExport } from './log-export'

/** Rows that one request asks for. The data API gives 1,000 (`max_rows`), so a short page is no sign of the end. */
const EXPORT_PAGE = 5000
/** Script may run for this long, in milliseconds, before it lets the page breathe. */
const BREATH_MS = 12

const rowSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  subject: z.string(),
  status: z.string(),
  priority: z.string(),
  tags: z.nullable(z.string()),
  requester: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  first_response_at: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  rating: z.nullable(z.number()),
})
const COLUMNS = z.keyof(rowSchema).options

interface ExportOptions {
  scope: ReportScope
  signal: AbortSignal
  /** How many tickets are in the file so far. */
  onProgress: (rows: number) => void
}

/**
 * Writes every ticket created in the range into a CSV file, newest first, page by page: each page leaves the script's
 * memory as a Blob before the next is asked for. The export is in the audit log before anybody has the file.
 * @throws the signal's reason once it is aborted; else AppError. Neither leaves a file or an entry in the log.
 */
export async function exportTickets({ scope, signal, onProgress }: ExportOptions) {
  const data = await loadData()
  const parts: Blob[] = [new Blob([CSV_BOM, csvLine(COLUMNS)])]
  let rows = 0
  let after: { after_created_at: string; after_id: string } | undefined
  for (;;) {
    signal.throwIfAborted()
    const page = await ask(
      data
        .rpc('export_tickets', {
          from_day: scope.from,
          to_day: scope.to,
          time_zone: scope.zone,
          max_rows: EXPORT_PAGE,
          ...after,
        })
        .abortSignal(signal),
      z.array(z.unknown()),
    ).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    if (page.length === 0) break
    const { blob, last } = await written(page, signal)
    parts.push(blob)
    rows += page.length
    after = { after_created_at: last.created_at, after_id: last.id }
    onProgress(rows)
  }
  signal.throwIfAborted()
  await logExport('tickets', rows, scope)
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows }
}

/** A page as CSV, checked row by row, in slices that leave the page room to breathe. */
async function written(page: readonly unknown[], signal: AbortSignal) {
  const lines: string[] = []
  let last: z.infer<typeof rowSchema> | undefined
  let since = performance.now()
  for (const each of page) {
    last = parseAnswer(each, rowSchema)
    const row: Record<string, string | number | null> = last
    lines.push(csvLine(COLUMNS.map((column) => row[column] ?? null)))
    if (performance.now() - since < BREATH_MS) continue
    await breath()
    signal.throwIfAborted()
    since = performance.now()
  }
  if (!last) throw new RangeError('An empty page has nothing to write')
  return { blob: new Blob(lines), last }
}

/** A task of its own for whatever waits. A message, because timers of a tab in the background are held back. */
const breath = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
