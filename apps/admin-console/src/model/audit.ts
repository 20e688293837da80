import { z } from '@helpdesk/supabase'
import { isAuditAction, type AuditAction } from './audit-actions'

/** Row of `list_audit`. */
export const auditRowSchema = z.object({
  id: z.string(),
  actor_id: z.nullable(z.string()),
  actor_name: z.string(),
  actor_email: z.nullable(z.string()),
  // Not an enum: unknown actions are shown too.
  action: z.string(),
  target_id: z.nullable(z.string()),
  target_label: z.string(),
  target_name: z.nullable(z.string()),
  from_value: z.unknown(),
  to_value: z.unknown(),
  from_name: z.nullable(z.string()),
  to_name: z.nullable(z.string()),
  created_at: z.string(),
})
export type AuditRow = z.output<typeof auditRowSchema>

export interface AuditFilter {
  action: AuditAction | undefined
  /** Id of a user: as actor or target. */
  person: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filter from the URL; invalid values are ignored. */
export function auditFilterOf(params: URLSearchParams): AuditFilter {
  const action = params.get('action')
  const person = params.get('person')
  return {
    action: isAuditAction(action) ? action : undefined,
    person: person && uuid.test(person) ? person.toLowerCase() : undefined,
  }
}

/** The URL's search for a filter. */
export function auditSearch({ action, person }: AuditFilter): string {
  const params = new URLSearchParams({ ...(action && { action }), ...(person && { person }) })
  return params.size > 0 ? `?${params}` : ''
}
