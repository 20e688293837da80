import { countText } from '../model/figures'
import type { Report, ReportScope } from '../model/report'
import { Alert, Box, Button, chakra, DownloadIcon, Flex } from '@helpdesk/ui'
import { useFocusFallback } from '../parts/focus-fallback'
import { useExports } from './use-exports'
import * as texts from './texts'

interface ExportBarProps {
  report: Report
  scope: ReportScope
  /** The report on screen belongs to another range. */
  disabled: boolean
}

/** Exports the report's figures or all of its tickets, with progress and Cancel. */
export function ExportBar({ report, scope, disabled }: ExportBarProps) {
  const { state, exportReport, exportAll, cancel } = useExports(scope)
  const bar = useFocusFallback<HTMLDivElement>('button:enabled')
  const busy = state.kind === 'report' || state.kind === 'tickets'
  return (
    <Box marginBottom="5" ref={bar} tabIndex={-1} outline="none">
      <Flex gap="2" wrap="wrap" alignItems="center">
        <Button
          disabled={busy || disabled}
          loading={state.kind === 'report'}
          onClick={() => exportReport(report)}
        >
          <DownloadIcon size={14} />
          {texts.exportReport}
        </Button>
        <Button
          disabled={busy || disabled || report.created === 0}
          loading={state.kind === 'tickets'}
          onClick={() => exportAll(report.created)}
        >
          <DownloadIcon size={14} />
          {texts.exportTickets(countText(report.created))}
        </Button>
        {state.kind === 'tickets' && (
          <Flex gap="2" alignItems="center" flex="1 1 16rem" minWidth="0">
            <Bar
              aria-label={texts.exporting}
              max={Math.max(state.of, state.rows, 1)}
              value={state.rows}
              aria-valuetext={texts.exportedTickets(countText(state.rows), countText(state.of))}
            />
            <Count>{texts.exported(countText(state.rows), countText(Math.max(state.of, state.rows)))}</Count>
            <Button size="sm" onClick={cancel}>
              {texts.cancel}
            </Button>
          </Flex>
        )}
      </Flex>
      {state.kind === 'failed' && (
        <Box marginTop="3">
          <Alert
            title={texts.exportFailed}
            action={
              <Button size="sm" onClick={state.retry}>
                {texts.retry}
              </Button>
            }
          >
            {state.text}
          </Alert>
        </Box>
      )}
    </Box>
  )
}

const Bar = chakra('progress', {
  base: { flex: '1', minWidth: '4rem', height: '2', accentColor: 'var(--hd-colors-accent-solid)' },
})
const Count = chakra('span', {
  base: { fontSize: 'sm', color: 'fg.muted', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})
