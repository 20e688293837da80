import { DataTable, RelativeTime, type DataColumn } from '@helpdesk/ui'
import type { ClientFailure } from '../model/health'

const columns: DataColumn<ClientFailure>[] = [
  { heading: 'Failure', rowHeader: true, cell: ({ name }) => <code>{name}</code> },
  { heading: 'Kind', width: '8rem', cell: ({ kind }) => (kind === 'load' ? 'Load failure' : 'Error') },
  { heading: 'Part', width: '11rem', cell: ({ remote }) => remote },
  { heading: 'Version', width: '13rem', cell: ({ version }) => <code>{version}</code> },
  { heading: 'Times', width: '5rem', numeric: true, cell: ({ events }) => events },
  { heading: 'Last seen', width: '9rem', cell: ({ last_seen }) => <RelativeTime value={last_seen} /> },
]

/** The most frequent errors and load failures. */
export function FailureTable({ rows }: { rows: readonly ClientFailure[] }) {
  return (
    <DataTable
      label="Most frequent failures"
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ kind, name, remote, version }) => `${kind} ${name} ${remote} ${version}`}
    />
  )
}
