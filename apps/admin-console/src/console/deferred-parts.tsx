import { Box, deferred, quietly, Skeleton } from '@helpdesk/ui'
import type { TicketWorklistProps } from '@helpdesk/staff/screens/worklist/TicketWorklist'

// Not needed for the console's first paint: loaded in parallel with it.
const markdown = deferred<{ text: string }>(async () => (await import('./Markdown')).Markdown, null)
const proposal = deferred(async () => (await import('./ProposalCard')).ProposalCard, null)
const worklist = deferred<TicketWorklistProps>(
  async () => (await import('@helpdesk/staff/screens/worklist/TicketWorklist')).TicketWorklist,
  <Skeleton height="100dvh" />,
)

export const preloadDeferredParts = quietly(() =>
  Promise.all([markdown.preload(), proposal.preload(), worklist.preload()]),
)

export function Markdown({ text }: { text: string }) {
  return (
    <Box minHeight="1.4em">
      <markdown.Screen text={text} />
    </Box>
  )
}

/** The card of a proposed change. */
export const ProposalCard = proposal.Screen

/** The table of the "Tickets Overview" tab. */
export const TicketWorklist = worklist.Screen
