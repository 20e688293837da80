import type { SharedName } from '@helpdesk/remote-contract/build'
import { federationName, type RemoteName } from '@helpdesk/remote-contract'
import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import type { Offer } from './fit'
import * as auth from '@helpdesk/auth'
import * as supabase from '@helpdesk/supabase'
import * as ui from '@helpdesk/ui'
import * as query from '@helpdesk/ui/query'
import * as router from '@helpdesk/ui/router'
import * as jotai from 'jotai'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'

declare const __SHARED_VERSIONS__: Record<SharedName, string>

/**
 * Shared modules, which remotes are built without. They are the shell's own module instances, so that state (jotai's
 * store, the session, React's hooks) exists once. Imported here rather than on demand: each import on demand was a
 * request that waited for the one before.
 */
const modules: Record<SharedName, object> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  jotai,
  '@helpdesk/ui': ui,
  '@helpdesk/ui/router': router,
  '@helpdesk/auth': auth,
  '@helpdesk/ui/query': query,
  '@helpdesk/supabase': supabase,
}

/** Version and exports of each shared module. */
export const OFFER: Offer['shared'] = Object.fromEntries(
  Object.entries(modules).map(([name, exports]) => [
    name,
    { version: __SHARED_VERSIONS__[name as SharedName], exports },
  ]),
)

const shared = Object.fromEntries(
  Object.entries(OFFER).map(([name, { version, exports }]) => [
    name,
    {
      version,
      shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
      lib: () => exports,
    },
  ]),
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
