import type { RemoteConfig } from '@helpdesk/remote-contract/config'
import { portalOf, releaseOf } from '@helpdesk/remote-contract/testing'
import { parseRegistry, type Registry } from '@helpdesk/remote-contract/registry'

const configs = import.meta.glob<RemoteConfig>('../../../*/remote.config.ts', {
  eager: true,
  import: 'default',
})

/** The registry with what the remotes of this checkout declare, without files. */
export function declaredRegistry(): Registry {
  const releases = Object.entries(configs).map(([path, { mounts, menus }]) =>
    releaseOf(path.split('/').at(-2) ?? '', { mounts, menus }),
  )
  return parseRegistry(portalOf(...releases))
}
