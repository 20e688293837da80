import { exportTickets } from '../api/export-tickets'
import { logExport } from '../api/log-export'
import type { Report, ReportScope } from '../model/report'
import { filterText } from '../model/report-filter'
import { saveFile } from '@helpdesk/tickets/api/save-file'
import { failureText } from '@helpdesk/tickets/model/errors'
import { toast } from '@helpdesk/ui'
import { useEffect, useRef, useState } from 'react'
import { reportCsv } from './report-csv'
import * as texts from './texts'

type ExportState =
  | { kind: 'idle' }
  | { kind: 'report' }
  /** `of` is the report's number of tickets. */
  | { kind: 'tickets'; rows: number; of: number }
  | { kind: 'failed'; text: string; retry: () => void }

const fileName = (what: string, { from, to }: ReportScope) => `${what}-${from}-to-${to}.csv`

/** The page's two exports. One runs at a time; leaving the page aborts it. */
export function useExports(scope: ReportScope) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )

  async function run(work: (signal: AbortSignal) => Promise<string>, retry: () => void) {
    const control = new AbortController()
    running.current = control
    // A cancelled export may still finish; ignore its outcome.
    const isCurrent = () => running.current === control
    try {
      const description = await work(control.signal)
      if (!isCurrent()) return
      setState({ kind: 'idle' })
      toast({ type: 'success', title: texts.exportReady, description })
    } catch (error) {
      if (!isCurrent()) return
      setState({ kind: 'failed', text: failureText(error), retry })
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setState({ kind: 'idle' })
  }

  function exportReport(report: Report) {
    setState({ kind: 'report' })
    void run(
      async () => {
        const { text, rows } = reportCsv(report, filterText(scope.filter))
        // Logged first, so that no file is saved without an audit entry.
        await logExport('report', rows, scope)
        const name = fileName('report', scope)
        saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
        return name
      },
      () => exportReport(report),
    )
  }

  function exportAll(expected: number) {
    setState({ kind: 'tickets', rows: 0, of: expected })
    void run(
      async (signal) => {
        const { file, rows } = await exportTickets({
          scope,
          signal,
          onProgress: (done) => setState({ kind: 'tickets', rows: done, of: expected }),
        })
        const name = fileName('tickets', scope)
        saveFile(file, name)
        return texts.exportedFile(name, rows)
      },
      () => exportAll(expected),
    )
  }

  return { state, exportReport, exportAll, cancel }
}
