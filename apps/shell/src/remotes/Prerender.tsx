import { QueryProvider } from '@helpdesk/supabase/query/QueryProvider'
import { Activity, useInsertionEffect, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'

interface PrerenderProps {
  Screen: ComponentType
  /** Called once, when the browser is idle after the render. */
  onRendered: () => void
}

/**
 * Renders a screen in spare time, outside of the document, without its effects and with an empty query cache instead of
 * the user's: the browser compiles its code, and the rules of its styles exist.
 */
export function Prerender({ Screen, onRendered }: PrerenderProps) {
  const [outside] = useState(() => document.createElement('div'))
  return createPortal(
    <Activity mode="hidden">
      <QueryProvider userId={undefined} expired={false}>
        <Screen />
      </QueryProvider>
      <Rendered onRendered={onRendered} />
    </Activity>,
    outside,
  )
}

// The only effect that runs in a hidden tree.
function Rendered({ onRendered }: Pick<PrerenderProps, 'onRendered'>) {
  useInsertionEffect(() => void (window.requestIdleCallback ?? setTimeout)(onRendered), [onRendered])
  return null
}
