import { chakra, errorText, ErrorState, UiProvider, VisuallyHidden } from '@helpdesk/ui'
import { createBrowserRouter, RouterProvider } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { loadPortalConfig, type PortalConfig } from '../config/portal'
import { createRemotePatcher } from '../remotes/patch-routes'
import { RemoteRouteError } from '../remotes/RemoteRouteError'
import { configure } from './configured'
import { decide } from './decide'
import { LAYOUT_ID, routes } from './routes'
import { phaseOf, startSession } from './session'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * The router, at the page where the visitor will be: somebody who is to sign in first is there before the first
 * rendering, which then takes the place of the login page in the HTML.
 */
export async function startRouter(): Promise<Router> {
  void startSession()
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: createRemotePatcher(LAYOUT_ID, <RemoteRouteError />),
  })
  const { location } = router.state
  const phase = phaseOf()
  const visit = { path: location.pathname, search: location.search, phase, role: null, recovering: false }
  const decision = phase === 'signed-out' ? decide(visit) : null
  // No other page: those that are fetched need this script first, which waits here.
  if (decision?.kind === 'redirect' && decision.to === '/auth/login') {
    await router.navigate(decision.to, {
      replace: true,
      state: decision.remember ? { from: location } : null,
    })
  }
  return router
}

/** The portal. Who is signed out sees the login page while the addresses of backend and remotes are on their way. */
export function App({ router, firstConfig }: { router: Router; firstConfig: Promise<PortalConfig> }) {
  const [config, setConfig] = useState(firstConfig)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let current = true
    config.then(configure).catch((error: unknown) => {
      if (current) setFailure(errorText(error, ''))
    })
    return () => {
      current = false
    }
  }, [config])

  function onRetry() {
    setFailure(null)
    setConfig(loadPortalConfig())
  }

  return (
    <UiProvider>
      {failure === null ? (
        <RouterProvider router={router} />
      ) : (
        <Unreachable message={failure} onRetry={onRetry} />
      )}
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
