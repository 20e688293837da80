import { useAuth } from '@helpdesk/auth/session/hooks'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { useState } from 'react'
import { LOAD_LIMIT_MS } from '../remotes/within-limit'
import { AfterDelay } from './AfterDelay'
import { FullPageError } from './FullPageError'
import { page } from './missing-chunk'
import * as texts from './texts'

/**
 * Stands in for the whole page while code of the shell loads. After the limit it offers to load the page anew, since a
 * browser answers a second import of the same address with the first, hanging request.
 * @param since - when the load began, as `performance.now()`; by default now
 */
export function PageLoading({ since }: { since?: number }) {
  const { user } = useAuth()
  const [ms] = useState(() => LOAD_LIMIT_MS - (performance.now() - (since ?? performance.now())))
  return (
    <AfterDelay ms={ms} before={<FullScreenSpinner />}>
      <FullPageError
        title={texts.pageLoading}
        text={texts.pageLoadingText}
        onRetry={() => page.reload()}
        canSignOut={user !== null}
      />
    </AfterDelay>
  )
}
