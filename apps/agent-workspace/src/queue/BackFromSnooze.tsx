import type { QueueCounts } from '@helpdesk/staff/api/count-queues'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { chakra, ClockIcon, RouterLink } from '@helpdesk/ui'
import { useId } from 'react'
import * as texts from './texts'

/** The reader's tickets that came back from a snooze, above their list whatever its order, until they are opened. */
export function BackFromSnooze({ tickets }: { tickets: NonNullable<QueueCounts['woken']> }) {
  const id = useId()
  return (
    <Panel aria-labelledby={id}>
      <Heading id={id}>
        <ClockIcon size={14} />
        {texts.backFromSnooze}
      </Heading>
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Ticket to={`/tickets/${ticket.id}`}>
              <Number>{ticketRef(ticket)}</Number> <Subject dir="auto">{ticket.subject}</Subject>
            </Ticket>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Panel = chakra('section', {
  base: {
    marginBottom: '3',
    padding: '1.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    bg: 'bg.panel',
    '& ul': { listStyleType: 'none' },
  },
})
const Heading = chakra('h2', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2',
    py: '1',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
  },
})
const Ticket = chakra(RouterLink, {
  base: {
    display: 'flex',
    gap: '2',
    px: '2',
    py: '1.5',
    borderRadius: 'sm',
    fontWeight: 'semibold',
    _hover: { bg: 'bg.muted' },
    '@media (pointer: coarse)': { minHeight: '11', alignItems: 'center' },
  },
})
const Number = chakra('span', { base: { color: 'fg.muted', fontWeight: 'normal', flexShrink: '0' } })
const Subject = chakra('span', {
  base: { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
