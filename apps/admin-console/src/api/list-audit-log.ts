import { ask, loadData, z } from '@helpdesk/supabase'
import { useInfiniteQuery } from '@helpdesk/ui/query'
import { auditRowSchema, type AuditFilter, type AuditRow } from '../model/audit'
import { adminKeys } from './keys'
import { keysetPages, PAGE_SIZE } from './keyset-pages'

/** One page of the audit log, newest first. @param after last row of the previous page. @throws AppError */
export async function listAuditLog(filter: AuditFilter, after?: AuditRow): Promise<AuditRow[]> {
  const data = await loadData()
  const args = {
    filter_action: filter.action,
    filter_person: filter.person,
    max_rows: PAGE_SIZE,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_audit', args, { get: true }), z.array(auditRowSchema))
}

export const useAuditLog = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.audit(), filter],
    queryFn: ({ pageParam }) => listAuditLog(filter, pageParam),
    ...keysetPages<AuditRow>(),
  })
