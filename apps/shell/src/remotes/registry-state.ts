import { authStateAtom } from '@helpdesk/auth/session/auth-state'
import { entryFor } from '@helpdesk/remote-contract/canary'
import { atom, getDefaultStore } from 'jotai'
import type { Remotes } from './registry'

const listedAtom = atom<Remotes | null>(null)
const userIdAtom = atom((get) => get(authStateAtom).user?.id ?? null)

/** The remotes of `/portal.json` with the releases of this user; null until it was read. */
export const registryAtom = atom((get) => {
  const listed = get(listedAtom)
  return listed && remotesFor(listed, get(userIdAtom))
})

/** The remotes with the release that a user gets: a canary for its users. */
export function remotesFor({ remotes, ...rest }: Remotes, userId: string | null): Remotes {
  const entries = Object.entries(remotes).map(([name, entry]) => [name, entryFor(entry, userId)])
  return { ...rest, remotes: Object.fromEntries(entries) }
}

/** Required before the first load of a remote. */
export function setRegistry({ remotes, broken, shell }: Remotes): void {
  getDefaultStore().set(listedAtom, { remotes, broken, shell })
}

/** @throws Error when `/portal.json` was not read yet */
export function currentRegistry(): Remotes {
  const registry = getDefaultStore().get(registryAtom)
  if (!registry) throw new Error('/portal.json was not read yet')
  return registry
}
