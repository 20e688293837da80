import { AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { useAuth } from '@helpdesk/auth/session/hooks'
import { Alert } from '@helpdesk/ui/components/Alert'
import { chakra } from '@helpdesk/ui/components/layout'
import { lazy, Suspense } from 'react'
import * as texts from './texts'

const fetchDialog = () => import('./SessionExpiredDialog')

/** Preloads the dialog's code, which a later release may delete. */
export const preloadSessionExpired = (): Promise<void> =>
  fetchDialog().then(
    () => undefined,
    () => undefined,
  )

// a failed import must not replace the screen under the dialog
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

/** Replaces the dialog when its code is missing: a sign-in in another tab also restores this one. */
function Notice() {
  return (
    <NoticeBox>
      <Alert title={AUTH_TEXTS.expired}>
        <a href="/auth/login" target="_blank" rel="noreferrer">
          {texts.signInNewTab}
        </a>
        {texts.thenContinue}
      </Alert>
    </NoticeBox>
  )
}

const NoticeBox = chakra('div', {
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
