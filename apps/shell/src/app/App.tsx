import { configureSupabase } from '@helpdesk/supabase'
import { chakra, ErrorState, FullScreenSpinner, UiProvider, VisuallyHidden } from '@helpdesk/ui'
import { createBrowserRouter, RouterProvider } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { loadPortalConfig, type PortalConfig } from '../config/portal'
import { createRemotePatcher } from '../remotes/patch-routes'
import { RemoteRouteError } from '../remotes/RemoteRouteError'
import { configureRemotes } from '../remotes/remotes'
import { LAYOUT_ID, routes } from './routes'
import { startSession } from './session'

type Router = ReturnType<typeof createBrowserRouter>
type Start = { kind: 'starting' } | { kind: 'failed'; message: string } | { kind: 'ready'; router: Router }

let router: Router | null = null

function startPortal(config: PortalConfig): Router {
  configureSupabase(config.supabase)
  configureRemotes(config.remotes)
  void startSession()
  router ??= createBrowserRouter(routes, {
    patchRoutesOnNavigation: createRemotePatcher(LAYOUT_ID, <RemoteRouteError />),
  })
  return router
}

/** The portal: learns where everything is, then routes. */
export function App({ firstConfig }: { firstConfig: Promise<PortalConfig> }) {
  const [config, setConfig] = useState(firstConfig)
  const [start, setStart] = useState<Start>({ kind: 'starting' })

  useEffect(() => {
    let current = true
    config.then(
      (portal) => current && setStart({ kind: 'ready', router: startPortal(portal) }),
      (error: unknown) => {
        if (current) setStart({ kind: 'failed', message: error instanceof Error ? error.message : '' })
      },
    )
    return () => {
      current = false
    }
  }, [config])

  function onRetry() {
    setStart({ kind: 'starting' })
    setConfig(loadPortalConfig())
  }

  return (
    <UiProvider>
      {start.kind === 'starting' && <FullScreenSpinner />}
      {start.kind === 'failed' && <Unreachable message={start.message} onRetry={onRetry} />}
      {start.kind === 'ready' && <RouterProvider router={start.router} />}
    </UiProvider>
  )
}

function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Centered>
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title="The helpdesk cannot be reached"
        text={`Its settings could not be read. Check your connection, then try again. ${message}`}
        onRetry={onRetry}
      />
    </Centered>
  )
}

const Centered = chakra('main', { base: { minHeight: '100dvh', display: 'grid', placeItems: 'center' } })
