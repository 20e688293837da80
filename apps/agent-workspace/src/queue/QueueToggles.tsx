import { HStack, LinkButton } from '@helpdesk/ui'
import * as texts from './texts'

/** Links to the two queues (specification, section 2.13). @param active path of the current queue */
export function QueueToggles({ active }: { active?: string }) {
  return (
    <HStack gap="2" role="group" aria-label={texts.queue}>
      {[
        ['/tickets/assigned', texts.myTickets],
        ['/tickets/unassigned', texts.unassignedQueue],
      ].map(([to = '', label]) => (
        <LinkButton
          key={to}
          to={to}
          aria-current={to === active ? 'page' : undefined}
          css={{ '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg', borderColor: 'accent' } }}
        >
          {label}
        </LinkButton>
      ))}
    </HStack>
  )
}
