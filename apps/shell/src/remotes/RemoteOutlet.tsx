import { useRole } from '@helpdesk/auth'
import { ErrorState, VisuallyHidden } from '@helpdesk/ui'
import { Navigate, useLocation, useNavigate } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Outdated, ReloadState } from '../app/ReloadScreen'
import { RemoteError, type RemoteFailure } from './errors'
import { remoteForPath } from './registry'
import { noteRemoteFailure, remoteFailuresAtom, remotes } from './remotes'

const ADVICE: Record<Exclude<RemoteFailure, 'outdated'>, string> = {
  unreachable: 'The rest of the portal keeps working. Try again in a moment.',
  timeout: 'It did not answer in time. The rest of the portal keeps working. Try again in a moment.',
  contract:
    'It does not fit the version of the portal that you have open. Reload the page, now or in a few minutes.',
}

/**
 * The placeholder under a remote's paths. It is seen when the remote could not be loaded (with a way to try again),
 * and for paths that the remote does not know, which lead to the start page.
 */
export function RemoteOutlet() {
  const role = useRole()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const failures = useAtomValue(remoteFailuresAtom)
  const [retrying, setRetrying] = useState(false)
  const name = role && remoteForPath(pathname, role)
  const failure = name && failures[name]
  if (!name || !failure) return <Navigate to="/" replace />
  if (failure.reason === 'outdated') return <Outdated />
  if (failure.reason === 'contract') return <ReloadState text={ADVICE.contract} />

  async function onRetry() {
    if (!name) return
    setRetrying(true)
    try {
      await remotes.retry(name)
      noteRemoteFailure(name, undefined)
      // the routes are asked for again and now mounted
      await navigate(`${pathname}${search}${hash}`, { replace: true })
    } catch (error) {
      if (error instanceof RemoteError) noteRemoteFailure(name, error)
    } finally {
      setRetrying(false)
    }
  }

  return (
    <>
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title="This part of the portal could not be loaded"
        text={ADVICE[failure.reason]}
        onRetry={() => void onRetry()}
        retrying={retrying}
      />
    </>
  )
}
