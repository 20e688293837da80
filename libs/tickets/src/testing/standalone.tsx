import { getAuthState, initializeAuth, signIn } from '@helpdesk/auth'
import { configureSupabase } from '@helpdesk/supabase'
import { ErrorState, UiProvider } from '@helpdesk/ui'
import { createBrowserRouter, Navigate, Outlet, RouterProvider, type RouteObject } from '@helpdesk/ui/router'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { SessionQueryProvider } from './SessionQueryProvider'

const portalSchema = z.object({ supabase: z.object({ publishableKey: z.string() }) })

interface Standalone {
  /** The remote's routes. */
  routes: RouteObject[]
  /** The demo account to sign in with. */
  email: string
  /** Path of the first screen. */
  start: string
}

/**
 * Runs a remote without the shell during development (`HELPDESK_STANDALONE=1 npx vite`), signed in to the embedded
 * backend with a demo account. Never part of a build.
 */
export async function mountStandalone({ routes, email, start }: Standalone): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const page = createRoot(root)
  try {
    await signInAsDemo(email)
  } catch (error) {
    return page.render(
      <UiProvider>
        <ErrorState
          title="The backend cannot be reached"
          text={`Start it with npm start, then load the page again. ${error instanceof Error ? error.message : ''}`}
          onRetry={() => location.reload()}
        />
      </UiProvider>,
    )
  }
  const layout = (
    <SessionQueryProvider>
      <main id="main" tabIndex={-1} style={{ padding: '1.5rem', maxWidth: '80rem', margin: '0 auto' }}>
        <Outlet />
      </main>
    </SessionQueryProvider>
  )
  const rest = { path: '*', element: <Navigate to={start} replace /> }
  const router = createBrowserRouter([
    { element: layout, hydrateFallbackElement: <></>, children: [...routes, rest] },
  ])
  page.render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
}

/** Signs in. The development server proxies the backend, so both have the page's origin. */
async function signInAsDemo(email: string): Promise<void> {
  const response = await fetch('/portal.json')
  if (!response.ok) throw new Error(`/portal.json answered ${response.status}`)
  const { supabase } = z.parse(portalSchema, await response.json())
  configureSupabase({ url: location.origin, publishableKey: supabase.publishableKey })
  await initializeAuth()
  if (getAuthState().user?.email !== email) await signIn({ email, password: 'Demo1234' })
}
