import { ask, loadData, z } from '@helpdesk/supabase'
import type { ReportScope } from '../model/report'

/** Records an export in the audit log: its kind, number of rows, range of days and filter. @throws AppError */
export async function logExport(kind: 'report' | 'tickets', rows: number, scope: ReportScope): Promise<void> {
  const data = await loadData()
  const filter = { from: scope.from, to: scope.to, time_zone: scope.zone, ...scope.filter }
  await ask(data.rpc('log_export', { kind, row_count: rows, filter }), z.unknown())
}
