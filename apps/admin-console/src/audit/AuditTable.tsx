import { auditWords } from '../model/audit-words'
import type { AuditRow } from '../model/audit'
import { formatDateTime, RouterLink, Text, useTimeFormat } from '@helpdesk/ui'
import { AdminTable, type AdminColumn } from '../parts/AdminTable'

const value = (text: string | null) =>
  text ?? (
    <Text as="span" tone="muted" role="img" aria-label="Nothing">
      —
    </Text>
  )

const columns: AdminColumn<AuditRow>[] = [
  {
    head: 'What',
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
  { head: 'From', width: '11.5rem', cell: (row) => value(auditWords(row).from) },
  { head: 'To', width: '11.5rem', cell: (row) => value(auditWords(row).to) },
  { head: 'When', width: '12.5rem', cell: ({ created_at }) => <Moment value={created_at} /> },
]

function Moment({ value }: { value: string }) {
  useTimeFormat()
  return <time dateTime={value}>{formatDateTime(value)}</time>
}

/** The log in plain words. */
export function AuditTable({ rows, stale }: { rows: readonly AuditRow[] | undefined; stale?: boolean }) {
  return <AdminTable label="Audit log" columns={columns} rows={rows} stale={stale} />
}
