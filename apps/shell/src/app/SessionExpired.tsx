import { AUTH_TEXTS, useAuth } from '@helpdesk/auth'
import { Alert, chakra } from '@helpdesk/ui'
import { lazy, Suspense } from 'react'

const fetchDialog = () => import('./SessionExpiredDialog')

/** Fetches the dialog's code ahead: after the next release it would no longer be found. */
export const preloadSessionExpired = (): Promise<void> =>
  fetchDialog().then(
    () => undefined,
    () => undefined,
  )

// Its absence must not take away the screen that it is there to keep.
const Dialog = lazy(() =>
  fetchDialog().then(
    ({ SessionExpiredDialog }) => ({ default: SessionExpiredDialog }),
    () => ({ default: Notice }),
  ),
)

/** Stands over the screen while its session is lost. */
export function SessionExpired() {
  const { expired } = useAuth()
  if (!expired) return null
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
}

/** A sign-in in another tab ends the loss in this one too. */
function Notice() {
  return (
    <Corner>
      <Alert title={AUTH_TEXTS.expired}>
        <a href="/auth/login" target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then go on here.
      </Alert>
    </Corner>
  )
}

const Corner = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '1000',
    insetInline: '4',
    bottom: '4',
    maxWidth: '28rem',
    mx: 'auto',
    '& a': { textDecoration: 'underline' },
  },
})
