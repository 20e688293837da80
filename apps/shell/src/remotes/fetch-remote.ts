import * as auth from '@helpdesk/auth'
import type { RemoteName } from '@helpdesk/remote-contract'
import type { SharedName } from '@helpdesk/remote-contract/build'
import { hand, type RemoteEntry } from '@helpdesk/remote-contract/sharing'
import * as supabase from '@helpdesk/supabase'
import * as tickets from '@helpdesk/tickets'
import * as ui from '@helpdesk/ui'
import * as query from '@helpdesk/ui/query'
import * as router from '@helpdesk/ui/router'
import * as jotai from 'jotai'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'

declare const __SHARED_VERSIONS__: Record<SharedName, string>

/**
 * What the page holds once and remotes are built without: the very modules that the shell uses, so state (jotai's
 * store, the session, React's hooks) is one.
 */
const modules: Record<SharedName, object> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  jotai,
  '@helpdesk/ui': ui,
  '@helpdesk/ui/router': router,
  '@helpdesk/ui/query': query,
  '@helpdesk/auth': auth,
  '@helpdesk/tickets': tickets,
  '@helpdesk/supabase': supabase,
}

const offered = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => {
    const version = __SHARED_VERSIONS__[name as SharedName]
    return [name, { version, module }] as const
  }),
)

/**
 * The default export of a remote's `./routes`.
 * @param fresh - passes what the browser remembers of the entry: the only way past one that threw.
 */
export async function fetchRemote(_name: RemoteName, entry: string, fresh: boolean): Promise<unknown> {
  const address = new URL(entry, location.href)
  if (fresh) address.searchParams.set('t', Date.now().toString(36))
  const { shared, routes } = (await import(/* @vite-ignore */ address.href)) as RemoteEntry
  hand(offered, shared)
  return (await routes()).default
}
