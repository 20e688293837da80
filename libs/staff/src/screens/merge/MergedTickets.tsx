import { failureText } from '@helpdesk/tickets/model/errors'
import type { MergedTicket, TicketDetail } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Button, chakra, Text, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useRef } from 'react'
import { useUnmergeTicket } from '../../api/merge-tickets'
import { undoAndReport } from '../../api/run-undo'
import { undoBulkUpdate } from '../../api/undo-bulk-update'
import * as texts from '../../model/merge-texts'
import { announceChange } from '../../state/undo'
import { useTicketRights } from '../../state/use-ticket-rights'

/** The tickets that were merged into this one, each with the way back; nothing without one. */
export function MergedTickets({ detail }: { detail: TicketDetail }) {
  const { mayTriage, holder } = useTicketRights(detail)
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useUnmergeTicket()
  const place = useRef<HTMLDivElement>(null)
  const merged = detail.merged ?? []

  const onUnmerge = ({ id }: MergedTicket) =>
    mutate(id, {
      onSuccess: ({ number, batchId }) => {
        // The clicked button goes with its line, and the last line with the banner.
        place.current?.focus({ preventScroll: true })
        if (batchId === null) return
        announceChange({
          text: texts.unmerged(ticketRef({ number })),
          undo: () => void undoAndReport(queries, () => undoBulkUpdate(batchId), true),
        })
      },
      onError: (error) =>
        toast({ type: 'error', title: texts.unmergeFailed, description: failureText(error) }),
    })

  return (
    <Place ref={place} tabIndex={-1} data-empty={merged.length === 0 || undefined}>
      {merged.length > 0 && (
        <Banner aria-label={texts.mergedHere}>
          <Text fontWeight="medium" fontSize="sm">
            {texts.mergedHere}
          </Text>
          <ul>
            {merged.map((ticket) => (
              <li key={ticket.id}>
                <span>
                  {ticketRef(ticket)} <bdi>{ticket.subject}</bdi>
                  {ticket.customer_id !== detail.ticket.customer_id &&
                    ` ${texts.from(ticket.requester_name || texts.someone)}`}
                </span>
                <Button
                  size="sm"
                  disabled={!mayTriage}
                  title={mayTriage ? undefined : texts.heldBy(holder)}
                  aria-label={texts.unmergeOf(ticketRef(ticket))}
                  loading={isPending && variables === ticket.id}
                  onClick={() => onUnmerge(ticket)}
                >
                  {texts.unmerge}
                </Button>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </Place>
  )
}

// Out of the layout while it is empty.
const Place = chakra('div', { base: { outline: 'none', '&[data-empty]': { position: 'absolute' } } })
const Banner = chakra('section', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    p: '3',
    '& ul': { listStyleType: 'none' },
    '& li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      py: '1',
    },
    '& li > span': { minWidth: '0', overflowWrap: 'anywhere' },
  },
})
