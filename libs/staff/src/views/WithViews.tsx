import { Box, deferred, Grid, Skeleton } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import type { ViewsPanelProps } from './ViewsPanel'

// The views load after the list; their space is reserved, so that nothing moves.
const panel = deferred<ViewsPanelProps>(
  async () => (await import('./ViewsPanel')).ViewsPanel,
  <Skeleton height="8" aria-hidden />,
)
const ViewsPanel = panel.Screen

/** A list with the saved views beside it or, on narrow pages, above it. */
export function WithViews({ children, ...views }: ViewsPanelProps & { children: ReactNode }) {
  return (
    <Grid columnGap="6" gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: '13rem minmax(0, 1fr)' }}>
      <Box minHeight={{ base: '11', xl: '0' }} minWidth="0">
        <ViewsPanel {...views} />
      </Box>
      <Box minWidth="0">{children}</Box>
    </Grid>
  )
}
