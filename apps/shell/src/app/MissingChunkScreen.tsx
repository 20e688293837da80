import { Button } from '@helpdesk/ui/components/Button'
import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { RefreshIcon } from '@helpdesk/ui/icons/icons'
import { useEffect, useState } from 'react'
import { recordLoadFailure } from '../health/record'
import { page, reloadOnce } from './missing-chunk'
import * as texts from './texts'

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
  title = texts.partFailed,
  text = texts.partFailedText,
}: {
  title?: string
  text?: string
}) {
  return (
    <>
      <VisuallyHidden as="h1">{texts.unavailable}</VisuallyHidden>
      <ErrorState
        title={title}
        text={text}
        action={
          <Button onClick={() => page.reload()}>
            <RefreshIcon size={14} />
            {texts.reload}
          </Button>
        }
      />
    </>
  )
}
