import { Button } from '@helpdesk/ui/components/Button'
import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { RefreshIcon } from '@helpdesk/ui/icons/icons'
import { useEffect, useState } from 'react'
import { recordLoadFailure } from '../health/record'
import { page, reloadOnce } from './missing-chunk'

/**
 * Replaces a screen whose code could not be loaded, usually because of a new release. Reloads the page once, then
 * offers a button.
 */
export function MissingChunkScreen() {
  const [reloading, setReloading] = useState(true)
  useEffect(() => {
    let current = true
    recordLoadFailure('missing-file')
    void reloadOnce().then((started) => current && setReloading(started))
    return () => {
      current = false
    }
  }, [])
  if (reloading) return <FullScreenSpinner />
  return <ReloadPrompt />
}

/** Offers a reload in place of a screen. */
export function ReloadPrompt({
  title = 'This part of the portal could not be loaded',
  text = 'It may have been updated since you opened the page. Reload to get the current version.',
}: {
  title?: string
  text?: string
}) {
  return (
    <>
      <VisuallyHidden as="h1">Not available at the moment</VisuallyHidden>
      <ErrorState
        title={title}
        text={text}
        action={
          <Button onClick={() => page.reload()}>
            <RefreshIcon size={14} />
            Reload
          </Button>
        }
      />
    </>
  )
}
