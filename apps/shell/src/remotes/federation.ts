import type { SharedName } from '@helpdesk/remote-contract/build'
import { federationName, type RemoteName } from '@helpdesk/remote-contract'
import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'

declare const __SHARED_VERSIONS__: Record<SharedName, string>

/**
 * What the page holds once and remotes are built without. Each is loaded when a remote asks for it: it is the very
 * module that the shell uses, so state (jotai's store, the session, React's hooks) is one.
 */
const providers: Record<SharedName, () => Promise<object>> = {
  react: () => import('react'),
  'react/jsx-runtime': () => import('react/jsx-runtime'),
  jotai: () => import('jotai'),
  '@helpdesk/ui': () => import('@helpdesk/ui'),
  '@helpdesk/ui/router': () => import('@helpdesk/ui/router'),
  '@helpdesk/auth': () => import('@helpdesk/auth'),
  '@helpdesk/tickets': () => import('@helpdesk/tickets'),
  '@helpdesk/ui/query': () => import('@helpdesk/ui/query'),
  '@helpdesk/supabase': () => import('@helpdesk/supabase'),
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

// Remotes are built without the federation runtime's core and take the shell's from here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })

const host = createInstance({ name: 'shell', remotes: [], shared })

/**
 * The default export of a remote's `./routes`.
 * @param fresh - forgets the remote and passes the browser's caches: the only way past an entry that threw.
 */
export async function fetchContainer(name: RemoteName, entry: string, fresh: boolean): Promise<unknown> {
  const container = federationName(name)
  const address = new URL(entry, location.href)
  if (fresh) address.searchParams.set('t', Date.now().toString(36))
  host.registerRemotes([{ name: container, entry: address.href, type: 'module' }], { force: fresh })
  const module = await host.loadRemote<{ default?: unknown }>(`${container}/routes`)
  return module?.default
}
