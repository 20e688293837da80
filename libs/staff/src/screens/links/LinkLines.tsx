import { failureText } from '@helpdesk/tickets/model/errors'
import type { LinkedTicket } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import { chakra, CloseIcon, IconButton, RouterLink, toast } from '@helpdesk/ui'
import { useChangeLinks } from '../../api/link-tickets'
import { refusalOf } from '../../model/bulk-report'
import { linkOfLine } from '../../model/links'
import * as texts from '../../model/link-texts'
import { useAnnounceLinks } from './use-announce-links'

interface LinkLinesProps {
  ticketId: string
  tickets: readonly LinkedTicket[]
  /** Called before the line of a removed link goes, and with it the button that had the focus. */
  onRemoved: () => void
}

/** Linked tickets, one line each, with the way to remove the link. */
export function LinkLines({ ticketId, tickets, onRemoved }: LinkLinesProps) {
  const { mutate, isPending, variables } = useChangeLinks()
  const announce = useAnnounceLinks()

  function onRemove(ticket: LinkedTicket) {
    const link = linkOfLine(ticketId, ticket)
    if (!link) return
    const fail = (description: string) => toast({ type: 'error', title: texts.notUnlinked, description })
    mutate(
      { ...link, adds: false },
      {
        onSuccess: (outcome) => {
          onRemoved()
          const failed = outcome.results.find(({ ok }) => !ok)
          if (failed) fail(refusalOf(failed))
          announce(link, false, outcome, texts.unlinked(ticketRef(ticket)))
        },
        onError: (error) => fail(failureText(error)),
      },
    )
  }

  const isRemoving = ({ id }: LinkedTicket) =>
    isPending && (variables?.target === id || variables?.sources.includes(id))
  return (
    <Lines>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <span>{ticketRef(ticket)}</span>
          <RouterLink dir="auto" to={`/tickets/${ticket.id}`} title={ticket.subject}>
            {ticket.subject}
          </RouterLink>
          <StatusBadge status={ticket.status} />
          {linkOfLine(ticketId, ticket) && (
            <IconButton
              size="sm"
              label={texts.remove(ticketRef(ticket))}
              loading={isRemoving(ticket)}
              onClick={() => onRemove(ticket)}
            >
              <CloseIcon size={14} />
            </IconButton>
          )}
        </li>
      ))}
    </Lines>
  )
}

const Lines = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { display: 'flex', gap: '2', alignItems: 'center', minWidth: '0' },
    '& > li > span:first-of-type': { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
    '& > li > a': {
      textAlign: 'left',
      flex: '1',
      minWidth: '0',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      '@media (pointer: coarse)': { paddingBlock: '3' },
    },
  },
})
