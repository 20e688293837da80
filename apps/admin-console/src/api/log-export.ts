import { ask, loadData, z } from '@helpdesk/supabase'
import type { ReportScope } from '../model/report'

/** Notes in the audit log what leaves the house: figures or tickets, how many lines, of which days. @throws AppError */
export async function logExport(kind: 'report' | 'tickets', rows: number, scope: ReportScope): Promise<void> {
  const data = await loadData()
  const filter = { from: scope.from, to: scope.to, time_zone: scope.zone }
  await ask(data.rpc('log_export', { kind, row_count: rows, filter }), z.unknown())
}
