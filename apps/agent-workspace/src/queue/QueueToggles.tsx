import { HStack, LinkButton } from '@helpdesk/ui'
import { SNOOZED_PATH } from './queue'
import * as texts from './texts'

/** Links to the two queues (specification, section 2.13) and the reader's snoozed tickets. @param active path of the current list */
export function QueueToggles({ active }: { active?: string }) {
  return (
    <HStack gap={{ base: '1.5', md: '2' }} wrap="wrap" role="group" aria-label={texts.queue}>
      {[
        ['/tickets/assigned', texts.myTickets],
        ['/tickets/unassigned', texts.unassignedQueue],
        [SNOOZED_PATH, texts.snoozed],
      ].map(([to = '', label]) => (
        <LinkButton
          key={to}
          to={to}
          aria-current={to === active ? 'page' : undefined}
          css={{
            '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg', borderColor: 'accent' },
            // The three of them fit into one line of a phone.
            '@media (max-width: 400px)': { px: '2', fontSize: 'sm' },
          }}
        >
          {label}
        </LinkButton>
      ))}
    </HStack>
  )
}
