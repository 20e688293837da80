import type { Role } from '@helpdesk/auth/model/roles'
import type { RemoteManifest } from '@helpdesk/remote-contract/registry'
import { isBelow, type Remotes } from '../remotes/registry'

type DeclaredEntry = RemoteManifest['menus'][number]
export type MenuEntry = Pick<DeclaredEntry, 'to' | 'label' | 'icon' | 'also'>

/** The entries of a menu for a role, from all remotes; an unknown role gets the customer's. */
export function menuOf(
  registry: Remotes | null,
  role: Role | null,
  menu: DeclaredEntry['menu'] = 'main',
): MenuEntry[] {
  return Object.values(registry?.remotes ?? {})
    .filter(({ disabled }) => !disabled)
    .flatMap(({ menus }) =>
      menus.filter((entry) => entry.role === (role ?? 'customer') && entry.menu === menu),
    )
    .sort((a, b) => a.order - b.order)
}

/** The entry of a menu that a path belongs to: the longest that the path starts with. */
export function activeEntry(menu: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return menu
    .filter(({ to, also = [] }) => [to, ...also].some((place) => isBelow(path, place)))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
