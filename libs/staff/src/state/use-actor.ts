import { useAuth, useRole } from '@helpdesk/auth'
import type { Actor } from '@helpdesk/tickets/model/permissions'

/** The signed-in user and role, for the permission rules. */
export function useActor(): Actor | null {
  const { user } = useAuth()
  const role = useRole()
  return user && role ? { id: user.id, role } : null
}
