import { dashboardForRole } from '@helpdesk/auth/model/routes'
import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { Navigate, type RouteObject } from '@helpdesk/ui/router'
import { Suspense } from 'react'
import { LoginPage } from '../auth/LoginPage'
import { RemoteOutlet } from '../remotes/RemoteOutlet'
import { useSignedIn } from './load-signed-in'
import { Root } from './Root'
import { RouteError } from './RouteError'

// not the route's `lazy`, which loads before the guard has decided
function SignedInLayout() {
  const { AppLayout } = useSignedIn()
  return <AppLayout />
}

/** Id of the parent route of the remotes' routes. */
export const LAYOUT_ID = 'portal'

/** `/dashboard` redirects to the dashboard of the role. */
function RoleDashboard() {
  const role = useRole()
  return <Navigate to={role === 'admin' ? '/admin/dashboard' : dashboardForRole(role)} replace />
}

/** The guard lets visitors open unknown paths; it redirects them from the start page. */
function Layout() {
  const { user } = useAuth()
  if (!user) return to('/')
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <SignedInLayout />
    </Suspense>
  )
}

const to = (path: string) => <Navigate to={path} replace />

/**
 * The shell's own routes. `Root` guards them and the remotes' routes by path. All other paths have one splat
 * placeholder, since `/portal.json` has not arrived yet: without it the layout would match as a
 * leaf and no remote would ever load.
 */
export const routes: RouteObject[] = [
  {
    id: 'root',
    element: <Root />,
    errorElement: (
      <main id="main">
        <RouteError />
      </main>
    ),
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [
      { path: '/', element: null },
      { path: '/auth/login', element: <LoginPage />, handle: { title: 'Sign in' } },
      {
        path: '/auth/signup',
        lazy: () => import('../auth/SignupPage'),
        handle: { title: 'Create an account' },
      },
      {
        path: '/auth/invite',
        lazy: () => import('../auth/AcceptInvitePage'),
        handle: { title: 'Accept your invite' },
      },
      {
        path: '/auth/reset-password',
        lazy: () => import('../auth/ResetPasswordPage'),
        handle: { title: 'Reset your password' },
      },
      {
        path: '/auth/callback',
        lazy: () => import('../auth/CallbackPage'),
        handle: { title: 'Completing authentication' },
      },
      {
        id: LAYOUT_ID,
        element: <Layout />,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { path: '/dashboard', element: <RoleDashboard /> },
              { path: '/dashboard/admin', element: to('/admin/dashboard') },
              { path: '/dashboard/agent/tickets', element: to('/tickets/assigned') },
              { path: '/admin', element: to('/admin/dashboard') },
            ],
          },
          { path: '*', element: <RemoteOutlet /> },
        ],
      },
    ],
  },
]
