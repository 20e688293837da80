import { useAuth, useRecovering, useRole } from '@helpdesk/auth/session/hooks'
import { getConnection, subscribeConnection } from '@helpdesk/supabase/connection'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { chakra } from '@helpdesk/ui/components/layout'
import { Navigate, Outlet, useLocation } from '@helpdesk/ui/router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { LazySupportHelp } from '../layout/LazySupportHelp'
import { decideNavigation, rememberedPath } from './decide-navigation'
import { FullPageError } from './FullPageError'
import { isSigningOut } from './sign-out'
import { pendingInvite } from './pending-invite'
import { usePageFocus } from './page-focus'
import { PageLoading } from './PageLoading'
import { useReloadOnUserChange } from './reload-on-user-change'
import { SessionExpired } from './SessionExpired'
import { SignOutQuestion } from './SignOutQuestion'
import { auth, phaseOf, startSession } from './session'
import * as texts from './texts'

/** Wraps every route: guard, skip link, document title and focus. */
export function Root() {
  usePageFocus()
  useReloadOnUserChange()
  return (
    <>
      <SkipLink href="#main">{texts.skipToContent}</SkipLink>
      <Guard />
      <SessionExpired />
      <SignOutQuestion />
    </>
  )
}

function Guard() {
  const location = useLocation()
  const state = useAuth()
  const role = useRole()
  const recovering = useRecovering()
  const phase = phaseOf(state)

  useEffect(() => {
    if (phase === 'not-initialized') void startSession()
  }, [phase])

  const decision = decideNavigation({
    path: location.pathname,
    search: location.search,
    phase,
    role,
    recovering,
  })
  switch (decision.kind) {
    case 'wait':
      return <PageLoading />
    case 'no-profile':
      return <NoProfile message={state.error} />
    case 'redirect': {
      if (isSigningOut()) return <FullScreenSpinner />
      // a pending invite takes precedence after sign-in
      const invite = phase === 'signed-in' && pendingInvite() ? '/auth/invite' : null
      const next = phase === 'signed-in' ? (invite ?? rememberedPath(location.state)) : null
      const locationState = decision.remember ? { from: location } : undefined
      return (
        <>
          <FullScreenSpinner />
          <Navigate to={next ?? decision.to} replace state={locationState} />
        </>
      )
    }
    case 'show':
      return <Outlet />
  }
}

/** Shown to a signed-in user whose profile could not be read; it is read once the server answers again. */
function NoProfile({ message }: { message: string | null }) {
  const away = useSyncExternalStore(subscribeConnection, getConnection) !== 'online'
  const [retrying, setRetrying] = useState(false)
  async function onRetry() {
    setRetrying(true)
    await auth()
      .then(({ refreshProfile }) => refreshProfile())
      .catch(() => undefined) // `message` shows the failure
    setRetrying(false)
  }
  return (
    <FullPageError
      title={away ? texts.notReachable : (message ?? texts.profileFailed)}
      text={away ? texts.serverAwayText : texts.profileFailedText}
      onRetry={() => void onRetry()}
      retrying={retrying}
      canSignOut
    >
      <LazySupportHelp />
    </FullPageError>
  )
}

const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetInlineStart: '2',
    zIndex: '100',
    px: '3',
    py: '2',
    borderRadius: 'md',
    bg: 'accent.solid',
    color: 'accent.contrast',
    '&:not(:focus)': { width: '1px', height: '1px', p: '0', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
