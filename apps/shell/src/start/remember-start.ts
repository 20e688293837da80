import type { Preferences } from '@helpdesk/auth/model/preferences'
import type { Role } from '@helpdesk/auth/model/roles'
import { homeForRole } from '@helpdesk/auth/model/routes'
import type { Release } from '@helpdesk/remote-contract/registry'
import type { SupabaseConfig } from '@helpdesk/supabase/config'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import type { Remotes } from '../remotes/registry'
import { REMEMBERED_KEY, type Remembered } from './remembered'

/**
 * Remembers for the head script which files and reads the user's first screens need; null forgets them, at sign-out.
 */
export function rememberStart(remembered: Remembered | null): void {
  localStore.write(REMEMBERED_KEY, remembered && JSON.stringify(remembered))
}

/** What the head script needs of the registry: the user's releases of the remotes of the role. */
export function toRemembered(
  { remotes }: Remotes,
  supabase: SupabaseConfig,
  userId: string,
  role: Role,
  { density, columns }: Preferences = {},
): Remembered {
  const mine = Object.values(remotes).filter(({ disabled }) => !disabled)
  return {
    userId,
    role,
    ...(density === 'compact' && { density }),
    ...(columns && { ownColumns: Object.keys(columns) }),
    supabase,
    home: homeForRole(role),
    remotes: mine
      .map((remote) => ({
        mounts: remote.mounts.filter(({ roles }) => roles.includes(role)).map(({ path }) => path),
        start: withIntegrity(remote, remote.start),
        routes: remote.routes.map(({ path, files, reads = [], template }) => ({
          path,
          files: withIntegrity(remote, files),
          reads,
          preview: template ? withIntegrity(remote, [template])[0] : undefined,
        })),
      }))
      .filter(({ mounts }) => mounts.length > 0),
  }
}

/** Without files that have no hash: a module that was loaded without one is not compared later. */
const withIntegrity = ({ base, files }: Release, names: readonly string[]) =>
  names.flatMap((name) => {
    const integrity = files[name]
    return integrity ? [[base + name, integrity] as const] : []
  })
