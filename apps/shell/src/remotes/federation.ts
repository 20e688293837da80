import type { SharedName } from '@helpdesk/remote-contract/build'
import { federationName, type RemoteName } from '@helpdesk/remote-contract'
import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import type { Offer } from './fit'

declare const __SHARED_VERSIONS__: Record<SharedName, string>

/**
 * Modules that the shell shares with remotes. They are the shell's own instances, so that state (jotai's store, the
 * session, React's hooks) exists once.
 */
const providers: Record<SharedName, () => Promise<object>> = {
  react: () => import('react'),
  'react/jsx-runtime': () => import('react/jsx-runtime'),
  jotai: () => import('jotai'),
  '@helpdesk/ui': () => import('@helpdesk/ui'),
  '@helpdesk/ui/router': () => import('@helpdesk/ui/router'),
  '@helpdesk/auth': () => import('@helpdesk/auth'),
  '@helpdesk/ui/query': () => import('@helpdesk/ui/query'),
  '@helpdesk/supabase': () => import('@helpdesk/supabase'),
}

/** Version and exports of each shared module. */
export async function loadShared(): Promise<Offer['shared']> {
  const modules = Object.entries(providers).map(async ([name, load]) => {
    return [name, { version: __SHARED_VERSIONS__[name as SharedName], exports: await load() }] as const
  })
  return Object.fromEntries(await Promise.all(modules))
}

const shared = Object.fromEntries(
  Object.entries(providers).map(([name, load]) => {
    const version = __SHARED_VERSIONS__[name as SharedName]
    return [
      name,
      {
        version,
        shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
        get: async () => {
          const module = await load()
          return () => module
        },
      },
    ]
  }),
)

// remotes are built without the core of the federation runtime and read it from this global
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })

const host = createInstance({ name: 'shell', remotes: [], shared })

/**
 * Loads the default export of a remote's `./routes`.
 * @param fresh - bypasses all caches, which is required after an entry that threw
 */
export async function fetchContainer(name: RemoteName, entry: string, fresh: boolean): Promise<unknown> {
  const container = federationName(name)
  const address = new URL(entry, location.href)
  host.registerRemotes([{ name: container, entry: address.href, type: 'module' }], { force: fresh })
  const module = await host.loadRemote<{ default?: unknown }>(`${container}/routes`)
  return module?.default
}
