import type { Role } from '@helpdesk/auth/model/roles'
import type { RemoteManifest } from '@helpdesk/remote-contract/registry'
import { isBelow, type Remotes } from '../remotes/registry'

export type MenuEntry = Pick<RemoteManifest['menus'][number], 'to' | 'label' | 'also'>

/** The main menu of a role, from the entries of all remotes; an unknown role gets the customer's. */
export function menuOf(registry: Remotes | null, role: Role | null): MenuEntry[] {
  return entriesOf(registry, role ?? 'customer', 'main')
}

/** The sidebar beside a path: the entries of its section, which is the first part of their paths. */
export function sidebarOf(registry: Remotes | null, role: Role | null, path: string): MenuEntry[] {
  if (!role) return []
  const [, section] = path.split('/')
  return entriesOf(registry, role, 'sidebar').filter(({ to }) => isBelow(to, `/${section}`))
}

function entriesOf(registry: Remotes | null, role: Role, menu: 'main' | 'sidebar'): MenuEntry[] {
  return Object.values(registry?.remotes ?? {})
    .filter(({ disabled }) => !disabled)
    .flatMap(({ menus }) => menus.filter((entry) => entry.role === role && entry.menu === menu))
    .sort((a, b) => a.order - b.order)
}

/** The entry of a menu that a path belongs to: the longest that the path starts with. */
export function activeEntry(menu: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return menu
    .filter(({ to, also = [] }) => [to, ...also].some((place) => isBelow(path, place)))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
