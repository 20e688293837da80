import { HStack, LinkButton } from '@helpdesk/ui'

/** Links between the two queues of section 2.13. @param active the path of the one on the screen */
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
          // Chosen as in every other choice of a few.
          css={{ '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg', borderColor: 'accent' } }}
        >
          {label}
        </LinkButton>
      ))}
    </HStack>
  )
}
