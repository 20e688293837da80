import type { Registry } from '@helpdesk/remote-contract/registry'
import { atom, getDefaultStore } from 'jotai'

/** The remotes of `/portal.json`; null until it was read. */
export const registryAtom = atom<Pick<Registry, 'remotes' | 'broken'> | null>(null)

/** Required before the first load of a remote. */
export function setRegistry({ remotes, broken }: Pick<Registry, 'remotes' | 'broken'>): void {
  getDefaultStore().set(registryAtom, { remotes, broken })
}

/** @throws Error when `/portal.json` was not read yet */
export function currentRegistry(): Pick<Registry, 'remotes' | 'broken'> {
  const registry = getDefaultStore().get(registryAtom)
  if (!registry) throw new Error('/portal.json was not read yet')
  return registry
}
