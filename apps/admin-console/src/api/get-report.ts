import { ask, loadData } from '@helpdesk/supabase'
import { keepPreviousData, useQuery } from '@helpdesk/ui/query'
import { filterArgument } from '../model/report-filter'
import { reportSchema, type Report, type ReportScope } from '../model/report'
import { adminKeys } from './keys'

/**
 * The figures of a range of days.
 * @throws AppError `admin_required`; `report_range`, `time_zone` or `filter_invalid` when the database does not accept the scope
 */
export async function getReport({ from, to, zone, filter }: ReportScope): Promise<Report> {
  const data = await loadData()
  return ask(
    data.rpc('get_report', { from_day: from, to_day: to, time_zone: zone, ...filterArgument(filter) }),
    reportSchema,
  )
}

const NO_SCOPE: ReportScope = { from: '', to: '', zone: '', filter: {} }

/** The report of a range; null disables the query. The previous report stays on screen while the next loads. */
export const useReport = (scope: ReportScope | null) =>
  useQuery({
    queryKey: adminKeys.report(scope ?? NO_SCOPE),
    queryFn: () => getReport(scope ?? NO_SCOPE),
    enabled: scope !== null,
    placeholderData: keepPreviousData,
  })
