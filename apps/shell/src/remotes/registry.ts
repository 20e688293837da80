import type { Role } from '@helpdesk/auth/model/roles'
import type { RemoteName } from '@helpdesk/remote-contract'

const REMOTE_OF_ROLE: Record<Role, RemoteName> = {
  customer: 'customer-portal',
  agent: 'agent-workspace',
  admin: 'admin-console',
}

/** Paths below which remotes render everything; each has a placeholder route until its remote is loaded. */
export const REMOTE_MOUNTS = ['/dashboard', '/tickets', '/settings', '/admin'] as const

/** Paths that the agents' remote renders for admins too. */
const AGENT_PATHS = ['/dashboard/agent', '/tickets/assigned', '/tickets/unassigned']

/** The main remote of a role. */
export function remoteOfRole(role: Role): RemoteName {
  return REMOTE_OF_ROLE[role]
}

/**
 * The remote that renders a path for a role, or null when the shell does. Rights are checked by the guard, not here. A ticket's
 * page is rendered by the main remote of the role.
 */
export function remoteForPath(path: string, role: Role): RemoteName | null {
  if (!REMOTE_MOUNTS.some((mount) => isBelow(path, mount))) return null
  if (role !== 'customer' && AGENT_PATHS.some((agentPath) => isBelow(path, agentPath)))
    return 'agent-workspace'
  return remoteOfRole(role)
}

function isBelow(path: string, mount: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}
