import { UiProvider } from '@helpdesk/ui/UiProvider'
import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { errorText } from '@helpdesk/ui/components/error-text'
import { chakra } from '@helpdesk/ui/components/layout'
import { createBrowserRouter, RouterProvider } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { loadPortalConfig } from '../config/portal'
import { createRemotePatcher } from '../remotes/patch-routes'
import { RemoteRouteError } from '../remotes/RemoteRouteError'
import { configure } from './portal-services'
import { decideNavigation } from './decide-navigation'
import { LAYOUT_ID, routes } from './routes'
import { phaseOf, startSession } from './session'
import * as texts from './texts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Creates the router and redirects signed-out visitors before the first render, which then replaces the static login
 * page without a flash.
 */
export async function startRouter(): Promise<Router> {
  void startSession()
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: createRemotePatcher(LAYOUT_ID, <RemoteRouteError />),
  })
  const { location } = router.state
  const phase = phaseOf()
  const visit = { path: location.pathname, search: location.search, phase, role: null, recovering: false }
  const decision = phase === 'signed-out' ? decideNavigation(visit) : null
  // only for the login page: lazy pages import this entry module, which awaits the router
  if (decision?.kind === 'redirect' && decision.to === '/auth/login') {
    await router.navigate(decision.to, {
      replace: true,
      state: decision.remember ? { from: location } : null,
    })
  }
  return router
}

/** Reads `/portal.json` and configures the backend and the remotes. @throws what `loadPortalConfig` throws */
export const configurePortal = (): Promise<void> => loadPortalConfig().then(configure)

/** The portal. The login page renders while `/portal.json` is loading. */
export function App({ router, configured }: { router: Router; configured: Promise<void> }) {
  const [attempt, setAttempt] = useState(configured)
  const [failure, setFailure] = useState<{ message: string; refused: boolean } | null>(null)

  useEffect(() => {
    let current = true
    attempt.catch((error: unknown) => {
      if (current) setFailure({ message: errorText(error, ''), refused: isRefused(error) })
    })
    return () => {
      current = false
    }
  }, [attempt])

  function onRetry() {
    setFailure(null)
    setAttempt(configurePortal())
  }

  return (
    <UiProvider>
      {failure === null ? <RouterProvider router={router} /> : <Unreachable {...failure} onRetry={onRetry} />}
    </UiProvider>
  )
}

/** A registry without a valid signature. By its name: the class would add the verification to the login page. */
const isRefused = (error: unknown) => error instanceof Error && error.name === 'RefusedRegistry'

interface UnreachableProps {
  message: string
  refused: boolean
  onRetry: () => void
}

function Unreachable({ message, refused, onRetry }: UnreachableProps) {
  return (
    <Centered>
      <VisuallyHidden as="h1">{texts.unavailable}</VisuallyHidden>
      <ErrorState
        title={refused ? texts.notStarted : texts.notReachable}
        text={refused ? texts.notStartedText(message) : texts.notReachableText(message)}
        onRetry={onRetry}
      />
    </Centered>
  )
}

const Centered = chakra('main', { base: { minHeight: '100dvh', display: 'grid', placeItems: 'center' } })
