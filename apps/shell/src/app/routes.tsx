import { dashboardForRole } from '@helpdesk/auth/model/routes'
import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { Navigate, useLocation, type RouteObject } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { LoginPage } from '../auth/LoginPage'
import { isMounted } from '../remotes/registry'
import { registryAtom } from '../remotes/registry-state'
import { RemoteOutlet } from '../remotes/RemoteOutlet'
import { signedInLoadStart, useSignedIn } from './load-signed-in'
import { PageLoading } from './PageLoading'
import { Root } from './Root'
import { RouteError } from './RouteError'
import { isSigningOut } from './sign-out'
import * as texts from './texts'

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

/**
 * The guard knows the shell's paths and lets visitors open all others. Those of remotes are remembered during sign-in;
 * unknown ones lead to the start page, which the guard redirects.
 */
function Layout() {
  const { user } = useAuth()
  const location = useLocation()
  const registry = useAtomValue(registryAtom)
  if (!user) {
    if (!registry || isSigningOut()) return <FullScreenSpinner />
    if (!isMounted(registry, location.pathname)) return to('/')
    return <Navigate to="/auth/login" replace state={{ from: location }} />
  }
  return (
    <Suspense fallback={<PageLoading since={signedInLoadStart()} />}>
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
    hydrateFallbackElement: <PageLoading />,
    children: [
      { path: '/', element: null },
      { path: '/auth/login', element: <LoginPage />, handle: { title: texts.signInTitle } },
      {
        path: '/auth/signup',
        lazy: () => import('../auth/SignupPage'),
        handle: { title: texts.signUpTitle },
      },
      {
        path: '/auth/invite',
        lazy: () => import('../auth/AcceptInvitePage'),
        handle: { title: texts.inviteTitle },
      },
      {
        path: '/auth/reset-password',
        lazy: () => import('../auth/ResetPasswordPage'),
        handle: { title: texts.resetTitle },
      },
      {
        path: '/auth/callback',
        lazy: () => import('../auth/CallbackPage'),
        handle: { title: texts.completingTitle },
      },
      {
        path: '/auth/unsubscribe',
        lazy: () => import('../unsubscribe/UnsubscribePage'),
        handle: { title: texts.unsubscribeTitle },
      },
      {
        path: '/auth/rate',
        lazy: () => import('../rating/RatingPage'),
        handle: { title: texts.rateTitle },
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
