import { Badge, DataTable, RelativeTime, Text, type DataColumn } from '@helpdesk/ui'
import { ratingOf, vitalText, type ReleaseHealth } from '../model/health'

const TONES = { Good: 'success', Fair: 'warning', Poor: 'danger' } as const

function Vital({ vital, value }: { vital: 'lcp' | 'inp' | 'cls'; value: number | null }) {
  if (value === null)
    return (
      <Text as="span" tone="muted" role="img" aria-label="Not measured">
        –
      </Text>
    )
  const rating = ratingOf(vital, value)
  return (
    <>
      {vitalText(vital, value)} <Badge tone={TONES[rating]}>{rating}</Badge>
    </>
  )
}

const columns: DataColumn<ReleaseHealth>[] = [
  { heading: 'Part', rowHeader: true, cell: ({ remote }) => remote },
  { heading: 'Version', width: '13rem', cell: ({ version }) => <code>{version}</code> },
  { heading: 'Errors', width: '5rem', numeric: true, cell: ({ errors }) => errors },
  {
    heading: 'Load failures',
    width: '7.5rem',
    numeric: true,
    cell: ({ load_failures: failures }) => failures,
  },
  { heading: 'LCP', width: '8rem', numeric: true, cell: ({ lcp }) => <Vital vital="lcp" value={lcp} /> },
  { heading: 'INP', width: '8rem', numeric: true, cell: ({ inp }) => <Vital vital="inp" value={inp} /> },
  { heading: 'CLS', width: '8rem', numeric: true, cell: ({ cls }) => <Vital vital="cls" value={cls} /> },
  { heading: 'Last seen', width: '9rem', cell: ({ last_seen }) => <RelativeTime value={last_seen} /> },
]

/** Errors, load failures and web vitals of each release. */
export function ReleaseTable({ rows }: { rows: readonly ReleaseHealth[] | undefined }) {
  return (
    <DataTable
      label="Releases"
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ remote, version }) => `${remote} ${version}`}
    />
  )
}
