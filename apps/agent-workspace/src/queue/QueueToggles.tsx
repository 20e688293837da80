import { SNOOZED_PATH } from '@helpdesk/staff/keys/places'
import { HStack, LinkButton } from '@helpdesk/ui'
import * as texts from './texts'

/** Links to the two queues (specification, section 2.13) and the reader's snoozed tickets. @param active path of the current list */
export function QueueToggles({ active }: { active?: string }) {
  return (
    <HStack gap="2" wrap="wrap" role="group" aria-label={texts.queue}>
      {[
        ['/tickets/assigned', texts.myTickets],
        ['/tickets/unassigned', texts.unassignedQueue],
        [SNOOZED_PATH, texts.snoozed],
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
