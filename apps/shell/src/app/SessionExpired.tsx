import { AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { useAuth } from '@helpdesk/auth/session/hooks'
import { Alert } from '@helpdesk/ui/components/Alert'
import { chakra } from '@helpdesk/ui/components/layout'
import { lazy, Suspense } from 'react'

const fetchDialog = () => import('./SessionExpiredDialog')

/** Preloads the dialog's code, which the next release may delete. */
export const preloadSessionExpired = (): Promise<void> =>
  fetchDialog().then(
    () => undefined,
    () => undefined,
  )

// a failed import must not replace the screen that the dialog keeps
const Dialog = lazy(() =>
  fetchDialog().then(
    ({ SessionExpiredDialog }) => ({ default: SessionExpiredDialog }),
    () => ({ default: Notice }),
  ),
)

/** Shown over the screen while the session is expired. */
export function SessionExpired() {
  const { expired } = useAuth()
  if (!expired) return null
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
}

/** A sign-in in another tab also restores this one. */
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
