import { DataTable, RelativeTime, type DataColumn } from '@helpdesk/ui'
import type { ClientFailure } from '../model/health'
import * as texts from './texts'

const columns: DataColumn<ClientFailure>[] = [
  { heading: texts.failure, rowHeader: true, cell: ({ name }) => <code>{name}</code> },
  {
    heading: texts.kind,
    width: '8rem',
    cell: ({ kind }) => (kind === 'load' ? texts.loadFailure : texts.error),
  },
  { heading: texts.part, width: '11rem', cell: ({ remote }) => remote },
  { heading: texts.version, width: '13rem', cell: ({ version }) => <code>{version}</code> },
  { heading: texts.times, width: '5rem', numeric: true, cell: ({ events }) => events },
  { heading: texts.lastSeen, width: '9rem', cell: ({ last_seen }) => <RelativeTime value={last_seen} /> },
]

/** The most frequent errors and load failures. */
export function FailureTable({ rows }: { rows: readonly ClientFailure[] }) {
  return (
    <DataTable
      label={texts.frequent}
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ kind, name, remote, version }) => `${kind} ${name} ${remote} ${version}`}
    />
  )
}
