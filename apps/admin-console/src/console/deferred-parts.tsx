import { Box, deferred, quietly, Skeleton } from '@helpdesk/ui'
import type { TicketWorklistProps } from '@helpdesk/staff/screens/worklist/TicketWorklist'

// The console's first paint needs none of these: they are fetched beside it.
const markdown = deferred<{ text: string }>(async () => (await import('./Markdown')).Markdown, null)
const proposal = deferred(async () => (await import('./ProposalCard')).ProposalCard, null)
const worklist = deferred<TicketWorklistProps>(
  async () => (await import('@helpdesk/staff/screens/worklist/TicketWorklist')).TicketWorklist,
  <Skeleton height="100dvh" />,
)

/** Fetches all of them ahead. */
export const preloadDeferredParts = quietly(() =>
  Promise.all([markdown.preload(), proposal.preload(), worklist.preload()]),
)

/** A message as Markdown. */
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
