import type { Role } from '@helpdesk/auth/model/roles'
import { homeForRole } from '@helpdesk/auth/model/routes'
import type { RemoteName } from '@helpdesk/remote-contract'
import type { Registry } from '@helpdesk/remote-contract/registry'

/** The remotes of `/portal.json`, those whose entry is broken, and the shell. */
export type Remotes = Pick<Registry, 'remotes' | 'broken' | 'shell'>

/**
 * The remote that renders a path for a role, or null when none is listed: of all mounts that the path is below, the
 * longest. A broken remote keeps its paths. It does not check rights; the guard does.
 */
export function remoteForPath({ remotes, broken }: Remotes, path: string, role: Role): RemoteName | null {
  const mounts = Object.entries({ ...broken, ...remotes }).flatMap(([name, remote]) =>
    remote.mounts
      .filter((mount) => mount.roles.includes(role) && isBelow(path, mount.path))
      .map((mount) => ({ name, length: mount.path.length })),
  )
  return mounts.sort((a, b) => b.length - a.length)[0]?.name ?? null
}

/** Whether a remote has the path, for any role. */
export function isMounted({ remotes, broken }: Remotes, path: string): boolean {
  const mounts = Object.values({ ...broken, ...remotes }).flatMap((remote) => remote.mounts)
  return mounts.some((mount) => isBelow(path, mount.path))
}

/** The remote with the dashboard of a role; null when none is listed. */
export function homeRemote(registry: Remotes, role: Role): RemoteName | null {
  return remoteForPath(registry, homeForRole(role), role)
}

/** Whether a path is a mount or below it. */
export function isBelow(path: string, mount: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}
