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
import { StillLoading } from './StillLoading'
import { RemoteError, type RemoteFailure } from './errors'
import { homeRemote, remoteForPath } from './registry'
import { registryAtom } from './registry-state'
import { refreshRegistry, remoteFailuresAtom, remotes, setRemoteFailure, unknownPathAtom } from './remotes'
import * as texts from './texts'

const ADVICE: Record<Exclude<RemoteFailure, 'outdated' | 'timeout'>, string> = {
  unreachable: texts.tryInAMoment,
  disabled: texts.switchedOff,
  'portal-older': texts.outdated,
  'remote-older': texts.needsUpdate,
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
  const registry = useAtomValue(registryAtom)
  if (!role || !registry || unknown === pathname) return <Navigate to="/" replace />
  const name = remoteForPath(registry, pathname, role)
  if (!name && homeRemote(registry, role)) return <Navigate to="/" replace />
  // without its home a role has no other page to be sent to
  if (!name) return <Failure retry={refreshRegistry} text={ADVICE.unreachable} />
  const reason = failures[name]?.reason
  if (reason === undefined) return <Rematch key={pathname} />
  if (reason === 'outdated') return <MissingChunkScreen />
  if (reason === 'timeout') return <StillLoading />
  if (reason === 'portal-older' || reason === 'remote-older') return <ReloadPrompt text={ADVICE[reason]} />
  return <Failure retry={() => retryRemote(name)} text={ADVICE[reason]} />
}

/**
 * Matches the current location again: the remote, or the profile that selects it, was loaded after the first match.
 */
function Rematch() {
  const { revalidate } = useRevalidator()
  useEffect(() => void revalidate(), [revalidate])
  return <FullScreenSpinner />
}

/** Loads a remote again and keeps the outcome. */
async function retryRemote(name: RemoteName): Promise<void> {
  try {
    await remotes.retry(name)
    setRemoteFailure(name, undefined)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    setRemoteFailure(name, error)
  }
}

function Failure({ retry, text }: { retry: () => Promise<void>; text: string }) {
  const [retrying, setRetrying] = useState(false)

  async function onRetry() {
    setRetrying(true)
    try {
      await retry()
    } finally {
      setRetrying(false)
    }
  }

  return (
    <>
      <VisuallyHidden as="h1">{texts.unavailable}</VisuallyHidden>
      <ErrorState title={texts.partFailed} text={text} onRetry={() => void onRetry()} retrying={retrying} />
    </>
  )
}
