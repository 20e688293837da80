import { Badge, DataTable, RelativeTime, Text, type DataColumn } from '@helpdesk/ui'
import { ratingOf, vitalText, type ReleaseHealth } from '../model/health'
import * as texts from './texts'

const RATINGS = {
  good: { tone: 'success', label: texts.good },
  fair: { tone: 'warning', label: texts.fair },
  poor: { tone: 'danger', label: texts.poor },
} as const

function Vital({ vital, value }: { vital: 'lcp' | 'inp' | 'cls'; value: number | null }) {
  if (value === null)
    return (
      <Text as="span" tone="muted" role="img" aria-label={texts.notMeasured}>
        –
      </Text>
    )
  const { tone, label } = RATINGS[ratingOf(vital, value)]
  return (
    <>
      {vitalText(vital, value)} <Badge tone={tone}>{label}</Badge>
    </>
  )
}

const columns: DataColumn<ReleaseHealth>[] = [
  { heading: texts.part, rowHeader: true, cell: ({ remote }) => remote },
  { heading: texts.version, width: '13rem', cell: ({ version }) => <code>{version}</code> },
  { heading: texts.errors, width: '5rem', numeric: true, cell: ({ errors }) => errors },
  {
    heading: texts.loadFailures,
    width: '7.5rem',
    numeric: true,
    cell: ({ load_failures: failures }) => failures,
  },
  { heading: texts.lcp, width: '8rem', numeric: true, cell: ({ lcp }) => <Vital vital="lcp" value={lcp} /> },
  { heading: texts.inp, width: '8rem', numeric: true, cell: ({ inp }) => <Vital vital="inp" value={inp} /> },
  { heading: texts.cls, width: '8rem', numeric: true, cell: ({ cls }) => <Vital vital="cls" value={cls} /> },
  { heading: texts.lastSeen, width: '9rem', cell: ({ last_seen }) => <RelativeTime value={last_seen} /> },
]

/** Errors, load failures and web vitals of each release. */
export function ReleaseTable({ rows }: { rows: readonly ReleaseHealth[] | undefined }) {
  return (
    <DataTable
      label={texts.releases}
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ remote, version }) => `${remote} ${version}`}
    />
  )
}
