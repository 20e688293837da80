import { useAuth, useRecovering, useRole } from '@helpdesk/auth'
import { Button, chakra, ErrorState, FullScreenSpinner, HStack, VisuallyHidden } from '@helpdesk/ui'
import { Navigate, Outlet, useLocation } from '@helpdesk/ui/router'
import { useEffect, useState } from 'react'
import { LateSupportHelp } from '../layout/LateSupportHelp'
import { decide, rememberedPath } from './decide'
import { isSigningOut, signOutAndReload } from './sign-out'
import { pendingInvite } from './pending-invite'
import { usePageFocus } from './page-focus'
import { useSameViewer } from './same-viewer'
import { SessionExpired } from './SessionExpired'
import { auth, phaseOf, startSession } from './session'

/** Around every route: the guard, the skip link, the document's title and the focus. */
export function Root() {
  usePageFocus()
  useSameViewer()
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Guard />
      <SessionExpired />
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

  const decision = decide({ path: location.pathname, search: location.search, phase, role, recovering })
  switch (decision.kind) {
    case 'wait':
      return <FullScreenSpinner />
    case 'no-profile':
      return <NoProfile message={state.error} />
    case 'redirect': {
      if (isSigningOut()) return <FullScreenSpinner />
      // After a sign-in, by whatever way, an invite that waits for it comes first.
      const invite = phase === 'signed-in' && pendingInvite() ? '/auth/invite' : null
      const back = phase === 'signed-in' ? (invite ?? rememberedPath(location.state)) : null
      const memory = decision.remember ? { from: location } : undefined
      return (
        <>
          <FullScreenSpinner />
          <Navigate to={back ?? decision.to} replace state={memory} />
        </>
      )
    }
    case 'show':
      return <Outlet />
  }
}

/** Signed in, but who they are could not be read: no screen would be the right one. */
function NoProfile({ message }: { message: string | null }) {
  const [retrying, setRetrying] = useState(false)
  async function onRetry() {
    setRetrying(true)
    await auth()
      .then(({ refreshProfile }) => refreshProfile())
      .catch(() => undefined) // the session's state holds the failure, and `message` shows it
    setRetrying(false)
  }
  return (
    <Centered id="main">
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title={message ?? 'Failed to fetch user profile'}
        text="You are signed in, but your profile could not be read."
        action={
          <HStack>
            <Button variant="solid" loading={retrying} onClick={() => void onRetry()}>
              Retry
            </Button>
            <Button onClick={() => void signOutAndReload()}>Sign Out</Button>
          </HStack>
        }
      />
      <LateSupportHelp />
    </Centered>
  )
}

const Centered = chakra('main', {
  base: { minHeight: '100dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '4' },
})
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
