import { HStack, LinkButton } from '@helpdesk/ui'

/** Links to the two queues (specification, section 2.13). @param active path of the current queue */
export function QueueToggles({ active }: { active?: string }) {
  return (
    <HStack gap="2" role="group" aria-label="Queue">
      {[
        ['/tickets/assigned', 'My Tickets'],
        ['/tickets/unassigned', 'Unassigned Queue'],
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
