import { Box } from '@helpdesk/ui'
import { lazy, Suspense } from 'react'
import type { ListNewsProps } from './ListNews'

// Loaded with the first news.
const ListNews = lazy(async () => ({ default: (await import('./ListNews')).ListNews }))

/**
 * Says above a list that tickets have arrived, which are shown on request only: nothing moves under the pointer or the
 * keyboard. Announced politely.
 */
export function NewTicketsBar(props: ListNewsProps) {
  return (
    <Box
      aria-live="polite"
      position="sticky"
      top="calc(var(--app-header) + 0.5rem)"
      zIndex="2"
      height="0"
      textAlign="center"
    >
      <Suspense>{(props.count > 0 || props.isOutdated) && <ListNews {...props} />}</Suspense>
    </Box>
  )
}
