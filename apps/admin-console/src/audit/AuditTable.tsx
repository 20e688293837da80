import { auditWords } from '../model/audit-words'
import type { AuditRow } from '../model/audit'
import { formatDateTime, RouterLink, Text, useTimeFormat, DataTable, type DataColumn } from '@helpdesk/ui'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

const value = (text: string | null) =>
  text ?? (
    <Text as="span" tone="muted" role="img" aria-label={texts.nothing}>
      —
    </Text>
  )

const columns: DataColumn<AuditRow>[] = [
  {
    heading: texts.what,
    cell: (row) => {
      const { who, what } = auditWords(row)
      return (
        <>
          {row.actor_id ? (
            <RouterLink to={`?person=${row.actor_id}`} title={row.actor_email ?? undefined}>
              {who}
            </RouterLink>
          ) : (
            <Text as="span" fontWeight="medium">
              {who}
            </Text>
          )}{' '}
          {what}
        </>
      )
    },
  },
  { heading: texts.from, width: '11.5rem', cell: (row) => value(auditWords(row).from) },
  { heading: texts.to, width: '11.5rem', cell: (row) => value(auditWords(row).to) },
  { heading: texts.when, width: '12.5rem', cell: ({ created_at }) => <Timestamp value={created_at} /> },
]

function Timestamp({ value }: { value: string }) {
  useTimeFormat()
  return <time dateTime={value}>{formatDateTime(value)}</time>
}

export function AuditTable({ rows, stale }: { rows: readonly AuditRow[] | undefined; stale?: boolean }) {
  const table = useFocusFallback<HTMLTableElement>()
  return (
    <DataTable
      ref={table}
      label={texts.title}
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
    />
  )
}
