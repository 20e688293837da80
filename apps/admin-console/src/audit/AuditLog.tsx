import { auditFilterOf, auditSearch, type AuditFilter } from '../model/audit'
import { useAuditLog } from '../api/list-audit-log'
import { Button, ClockIcon, EmptyState, ListEnd, PageHeader, QueryState } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { AuditFilters } from './AuditFilters'
import { AuditTable } from './AuditTable'

/** `/admin/audit`: who changed what, and when. */
export function AuditLog() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const filter = auditFilterOf(params)
  const query = useAuditLog(filter)
  const show = (part: Partial<AuditFilter>) =>
    void navigate({ search: auditSearch({ ...filter, ...part }) }, { replace: true })
  const filtered = Boolean(filter.action || filter.person)

  return (
    <>
      <PageHeader
        heading="Audit log"
        subtitle="Who changed what, and when. Entries cannot be changed or deleted."
      />
      <AuditFilters filter={filter} onChange={show} />
      <QueryState
        query={query}
        errorTitle="The audit log could not be loaded"
        pending={<AuditTable rows={undefined} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState
            icon={<ClockIcon />}
            title={filtered ? 'No entries match these filters' : 'No entries yet'}
            text={
              filtered
                ? undefined
                : 'Changes to roles, invites, accounts and settings, exports, and applied proposals appear here.'
            }
            action={
              filtered && (
                <Button onClick={() => show({ action: undefined, person: undefined })}>Clear filters</Button>
              )
            }
          />
        }
      >
        {(rows) => <AuditTable rows={rows} stale={query.isPlaceholderData} />}
      </QueryState>
      <ListEnd query={query} one="entry" many="entries" />
    </>
  )
}
