import { useRole } from '@helpdesk/auth/session/hooks'
import type { RemoteName } from '@helpdesk/remote-contract'
import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { Navigate, useLocation } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { MissingChunkScreen, ReloadPrompt } from '../app/MissingChunkScreen'
import { RemoteError, type RemoteFailure } from './errors'
import { remoteForPath } from './registry'
import { setRemoteFailure, remoteFailuresAtom, remotes, unknownPathAtom } from './remotes'

const ADVICE: Record<Exclude<RemoteFailure, 'outdated'>, string> = {
  unreachable: 'The rest of the portal keeps working. Try again in a moment.',
  timeout: 'It did not answer in time. The rest of the portal keeps working. Try again in a moment.',
  contract:
    'It does not fit the version of the portal that you have open. Reload the page, now or in a few minutes.',
}

/**
 * The placeholder for a remote's paths: shows why the remote could not be loaded, with a retry, and redirects unknown
 * paths to the start page.
 */
export function RemoteOutlet() {
  const role = useRole()
  const { pathname } = useLocation()
  const failures = useAtomValue(remoteFailuresAtom)
  const unknown = useAtomValue(unknownPathAtom)
  const name = role && remoteForPath(pathname, role)
  if (!name || unknown === pathname) return <Navigate to="/" replace />
  const reason = failures[name]?.reason
  if (reason === undefined) return <Rematch key={pathname} />
  if (reason === 'outdated') return <MissingChunkScreen />
  if (reason === 'contract') return <ReloadPrompt text={ADVICE.contract} />
  return <Failure name={name} text={ADVICE[reason]} />
}

/**
 * Matches the current location again: the remote, or the profile that selects it, was loaded after the first match.
 */
function Rematch() {
  const { revalidate } = useRevalidator()
  useEffect(() => void revalidate(), [revalidate])
  return <FullScreenSpinner />
}

function Failure({ name, text }: { name: RemoteName; text: string }) {
  const [retrying, setRetrying] = useState(false)

  async function onRetry() {
    setRetrying(true)
    try {
      await remotes.retry(name)
      setRemoteFailure(name, undefined)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      setRemoteFailure(name, error)
    } finally {
      setRetrying(false)
    }
  }

  return (
    <>
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title="This part of the portal could not be loaded"
        text={text}
        onRetry={() => void onRetry()}
        retrying={retrying}
      />
    </>
  )
}
