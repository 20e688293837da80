import { useAuth } from '@helpdesk/auth'
import { ArrowDownIcon, ArrowLeftIcon, ArrowUpIcon, chakra, LinkButton } from '@helpdesk/ui'
import { usePrefetchTickets } from '../../api/prefetch-ticket'
import { lastListOf, neighbour, positionIn } from '../../state/last-list'
import * as texts from '../split/texts'

interface ListPositionProps {
  ticketId: string
  /** The list of users who came from none. */
  listPath: string
}

/** Above a ticket: the way back to its place in the list, and to the previous and next ticket there. */
export function ListPosition({ ticketId, listPath }: ListPositionProps) {
  const list = lastListOf(useAuth().user?.id)
  const ids = list?.ids ?? []
  const position = list && positionIn(list, ticketId)
  const steps = [
    { label: texts.previousTicket, id: neighbour(ids, ticketId, -1), Icon: ArrowUpIcon },
    { label: texts.nextTicketInTheList, id: neighbour(ids, ticketId, 1), Icon: ArrowDownIcon },
  ]
  usePrefetchTickets(steps.map(({ id }) => id))
  return (
    <Bar aria-label={texts.placeInTheList}>
      <LinkButton to={list?.href ?? listPath} variant="ghost" size="sm" ms="-2.5" title={texts.backToTheList}>
        <ArrowLeftIcon size={14} />
        {list?.label ?? texts.tickets}
      </LinkButton>
      {position && <span>{position}</span>}
      {steps.map(
        ({ label, id, Icon }) =>
          id && (
            <LinkButton
              key={label}
              to={`/tickets/${id}`}
              replace
              variant="ghost"
              size="sm"
              aria-label={label}
              title={label}
            >
              <Icon size={14} />
            </LinkButton>
          ),
      )}
    </Bar>
  )
}

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    mb: '2',
    minHeight: '8',
    fontSize: 'sm',
    color: 'fg.muted',
    '& > span': { ms: 'auto', me: '1', fontVariantNumeric: 'tabular-nums' },
    '@media (pointer: coarse)': { '& a': { minHeight: '11', minWidth: '11' } },
  },
})
