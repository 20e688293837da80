import { ask, loadData } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { reportSchema, type Report, type ReportScope } from '../model/report'
import { adminKeys } from './keys'

/**
 * The figures of a range of days.
 * @throws AppError `admin_required`; `report_range` or `time_zone` when the database does not accept the scope
 */
export async function getReport({ from, to, zone }: ReportScope): Promise<Report> {
  const data = await loadData()
  return ask(data.rpc('get_report', { from_day: from, to_day: to, time_zone: zone }), reportSchema)
}

/** The report of a range; null disables the query. The previous report stays on screen while the next loads. */
export const useReport = (scope: ReportScope | null) =>
  useQuery({
    queryKey: adminKeys.report(scope ?? { from: '', to: '', zone: '' }),
    queryFn: () => getReport(scope ?? { from: '', to: '', zone: '' }),
    enabled: scope !== null,
    placeholderData: keepPreviousData,
  })
