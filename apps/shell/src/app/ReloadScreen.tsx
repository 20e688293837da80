import { Button, ErrorState, FullScreenSpinner, RefreshIcon, VisuallyHidden } from '@helpdesk/ui'
import { useEffect, useState } from 'react'
import { page, reloadByItself } from './outdated'

/**
 * Stands where a screen would whose code did not arrive. Most often the portal was released anew since the page was
 * loaded: it reloads, once by itself, then by a button.
 */
export function Outdated() {
  const [reloading, setReloading] = useState(true)
  useEffect(() => {
    let current = true
    void reloadByItself().then((underWay) => current && setReloading(underWay))
    return () => {
      current = false
    }
  }, [])
  if (reloading) return <FullScreenSpinner />
  return <ReloadState />
}

/** The offer to reload, in the place of a screen. */
export function ReloadState({
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
