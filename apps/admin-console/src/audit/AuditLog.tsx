import { auditFilterOf, auditSearch, type AuditFilter } from '../model/audit'
import { useAuditLog } from '../api/list-audit-log'
import { Button, ClockIcon, EmptyState, ListEnd, PageHeader, QueryState } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { AuditFilters } from './AuditFilters'
import { AuditTable } from './AuditTable'
import * as texts from './texts'

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
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <AuditFilters filter={filter} onChange={show} />
      <QueryState
        query={query}
        errorTitle={texts.loadFailed}
        pending={<AuditTable rows={undefined} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState
            icon={<ClockIcon />}
            title={filtered ? texts.noMatches : texts.none}
            text={filtered ? undefined : texts.noneText}
            action={
              filtered && (
                <Button onClick={() => show({ action: undefined, person: undefined })}>
                  {texts.clearFilters}
                </Button>
              )
            }
          />
        }
      >
        {(rows) => <AuditTable rows={rows} stale={query.isPlaceholderData} />}
      </QueryState>
      <ListEnd query={query} one={texts.one} many={texts.many} />
    </>
  )
}
