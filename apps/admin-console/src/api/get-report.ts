import { ask, loadData } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { reportSchema, type Report, type ReportScope } from '../model/report'
import { adminKeys } from './keys'

/**
 * The figures of a range of days, in one call.
 * @throws AppError `admin_required`; `report_range` and `time_zone` for what the database does not report on
 */
export async function getReport({ from, to, zone }: ReportScope): Promise<Report> {
  const data = await loadData()
  return ask(data.rpc('get_report', { from_day: from, to_day: to, time_zone: zone }), reportSchema)
}

/** The report of a range; null asks for nothing. The last one stays on the screen while the next is on its way. */
export const useReport = (scope: ReportScope | null) =>
  useQuery({
    queryKey: adminKeys.report(scope ?? { from: '', to: '', zone: '' }),
    queryFn: () => getReport(scope ?? { from: '', to: '', zone: '' }),
    enabled: scope !== null,
    placeholderData: keepPreviousData,
  })
