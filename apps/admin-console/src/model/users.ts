import { ROLES, type Role } from '@helpdesk/auth'
import { z } from '@helpdesk/supabase'
import * as texts from './user-texts'

/** Row of `list_users`. */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.catch(z.enum(ROLES), 'customer'),
  deactivated_at: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
  open_sessions: z.number(),
  /** Whether the e-mail address was ever confirmed. */
  is_confirmed: z.boolean(),
})
export type User = z.output<typeof userSchema>

export interface UserFilter {
  search: string
  role: Role | undefined
  active: boolean | undefined
}

const isRole = (value: string | null): value is Role => ROLES.some((role) => role === value)

/** Reads the filter from the URL; invalid values are ignored. */
export function userFilterOf(params: URLSearchParams): UserFilter {
  const role = params.get('role')
  const active = params.get('active')
  return {
    search: params.get('q') ?? '',
    role: isRole(role) ? role : undefined,
    active: active === 'yes' ? true : active === 'no' ? false : undefined,
  }
}

/** Writes the filter to the search parameters; other parameters stay. */
export function withUserFilter(params: URLSearchParams, filter: UserFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (key: string, value: string | undefined) => (value ? next.set(key, value) : next.delete(key))
  set('q', filter.search.trim() || undefined)
  set('role', filter.role)
  set('active', filter.active === undefined ? undefined : filter.active ? 'yes' : 'no')
  return next
}

/** What an admin should know before changing a role; null when there is nothing to warn about. */
export function roleChangeWarning(isSelf: boolean, from: Role, to: Role): string | null {
  if (from === to) return null
  if (isSelf) return to === 'admin' ? null : texts.losesAdmin(to)
  if (to === 'admin') return texts.adminHint
  return to === 'customer' && from !== 'customer' ? texts.customerHint : null
}
