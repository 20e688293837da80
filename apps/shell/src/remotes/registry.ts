import type { Role } from '@helpdesk/auth'
import type { RemoteName } from '@helpdesk/remote-contract'

const REMOTE_OF_ROLE: Record<Role, RemoteName> = {
  customer: 'customer-portal',
  agent: 'agent-workspace',
  admin: 'admin-console',
}

/** Paths of which a remote renders everything below; each gets a placeholder route until the remote is there. */
export const REMOTE_MOUNTS = ['/dashboard', '/tickets', '/settings', '/admin'] as const

/** Paths that belong to the agents' remote whoever opens them (admins may). */
const AGENT_PATHS = ['/dashboard/agent', '/tickets/assigned', '/tickets/unassigned']

/** The remote where people of this role work. */
export function remoteOfRole(role: Role): RemoteName {
  return REMOTE_OF_ROLE[role]
}

/**
 * The remote that renders a path for a role, or null when the shell itself does. It does not check rights:
 * the guard has done so before. A ticket belongs to every role, so its remote goes by the role.
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
