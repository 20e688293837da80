import { dayAt, dayText, knownZone } from '../model/days'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { filterText, reportFilterOf, withoutFilter } from '../model/report-filter'
import { rangeOf, withRange } from '../model/report-range'
import { useReport } from '../api/get-report'
import { useWorkspaceSettings } from '../api/get-workspace-settings'
import { withWorklist, worklistOf } from '@helpdesk/staff/model/worklist'
import {
  Box,
  Button,
  EmptyState,
  Flex,
  Grid,
  PageHeader,
  QueryState,
  Skeleton,
  StatCard,
  Text,
} from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { ExportBar } from './ExportBar'
import { RangePicker } from './RangePicker'
import { ReportFigures } from './ReportFigures'
import { ReportFilters } from './ReportFilters'
import * as texts from './texts'

/** `/admin/reports`: figures for a range of days in the workspace's time zone. The URL contains the range and the filter. */
export function Reports() {
  const settings = useWorkspaceSettings()
  return (
    <>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <QueryState
        query={settings}
        pendingLabel={texts.loading}
        errorTitle={texts.loadFailed}
        pending={<Pending />}
      >
        {({ time_zone: zone }) => <ReportOfRange zone={knownZone(zone)} />}
      </QueryState>
    </>
  )
}

function ReportOfRange({ zone }: { zone: string }) {
  const [params, setParams] = useSearchParams()
  const today = dayAt(new Date(serverNow()), zone)
  const range = rangeOf(params, today)
  const isInvalid = Boolean(range.errors.from ?? range.errors.to)
  const filter = reportFilterOf(params)
  const only = filterText(filter)
  const scope = isInvalid ? null : { from: range.from, to: range.to, zone, filter }
  const query = useReport(scope)

  return (
    <>
      <Flex gap="3" wrap="wrap" alignItems="flex-start">
        <RangePicker
          range={range}
          today={today}
          onChange={(chosen) => setParams((before) => withRange(before, chosen))}
        />
        <ReportFilters
          filter={worklistOf(params)}
          onChange={(change) =>
            setParams((before) => withWorklist(before, { ...worklistOf(before), ...change }))
          }
        />
      </Flex>
      {scope ? (
        <>
          <Text tone="muted" fontSize="sm" marginTop="3" marginBottom="4">
            {texts.period(dayText(scope.from), dayText(scope.to), zone.replaceAll('_', ' '))}
            {only && (
              <>
                . {texts.onlyTickets(only)}{' '}
                <Button size="sm" variant="ghost" onClick={() => setParams(withoutFilter)}>
                  {texts.clearFilter}
                </Button>
              </>
            )}
          </Text>
          <QueryState
            query={query}
            pendingLabel={texts.loading}
            errorTitle={texts.loadFailed}
            pending={<Pending />}
          >
            {(report) => (
              // The previous report stays, dimmed, while the next one loads.
              <Box
                aria-busy={query.isPlaceholderData || undefined}
                opacity={query.isPlaceholderData ? 0.5 : 1}
              >
                <ExportBar
                  key={`${scope.from} ${scope.to} ${only}`}
                  report={report}
                  scope={scope}
                  disabled={query.isPlaceholderData}
                />
                <ReportFigures report={report} />
              </Box>
            )}
          </QueryState>
        </>
      ) : (
        <EmptyState title={texts.choose} text={texts.chooseText} />
      )}
    </>
  )
}

const titles = [texts.created, texts.resolved, texts.firstResponse, texts.resolution, texts.satisfaction]

function Pending() {
  return (
    <Box aria-hidden>
      <Skeleton height="8" width="20rem" maxWidth="full" marginBottom="5" />
      <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))">
        {titles.map((title) => (
          <StatCard key={title} title={title} value="" caption="…" loading />
        ))}
      </Grid>
      <Grid marginTop="4" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(26rem, 100%), 1fr))">
        {titles.map((title) => (
          <Skeleton key={title} height="22rem" borderRadius="lg" />
        ))}
      </Grid>
    </Box>
  )
}
