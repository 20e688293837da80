import { ask, loadData, z } from '@helpdesk/supabase'
import { useInfiniteQuery } from '@helpdesk/ui/query'
import { auditRowSchema, type AuditFilter, type AuditRow } from '../model/audit'
import { adminKeys } from './keys'
import { PAGE, pagesOf } from './pages'

/** One page of the audit log, newest first. @param after the last row of the page before. @throws AppError */
export async function listAudit(filter: AuditFilter, after?: AuditRow): Promise<AuditRow[]> {
  const data = await loadData()
  const args = {
    filter_action: filter.action,
    filter_person: filter.person,
    max_rows: PAGE,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_audit', args, { get: true }), z.array(auditRowSchema))
}

/** The list of the audit page; it grows page by page. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.audit(), filter],
    queryFn: ({ pageParam }) => listAudit(filter, pageParam),
    ...pagesOf<AuditRow>(),
  })
