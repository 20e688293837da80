import { useDismissContinuation } from '@helpdesk/tickets/api/ticket-continuation'
import { isResolved } from '@helpdesk/tickets/model/closing'
import { failureText } from '@helpdesk/tickets/model/errors'
import { canTriage } from '@helpdesk/tickets/model/permissions'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Button, chakra, RouterLink, toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useRef } from 'react'
import { useMergeTickets } from '../../api/merge-tickets'
import { undoAndReport } from '../../api/run-undo'
import { useSame } from '../../api/same-ticket'
import { undoBulkUpdate } from '../../api/undo-bulk-update'
import { refusalOf } from '../../model/bulk-report'
import * as texts from '../../model/merge-texts'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { announceChange } from '../../state/undo'
import { useActor } from '../../state/use-actor'
import { useTicketRights } from '../../state/use-ticket-rights'

/**
 * Another ticket of the requester that seems to be about the same, until staff say that it is not. One key merges the
 * newer into the older: both are the requester's own, so nobody sees more than before, and Undo takes it back.
 */
export function SameTicket({ detail }: { detail: TicketDetail }) {
  const { ticket, staff } = detail
  const actor = useActor()
  const { mayTriage, holder } = useTicketRights(detail)
  const queries = useQueryClient()
  const { data } = useSame(ticket.customer_id, ticket.id, !isResolved(ticket))
  const { mutate, isPending } = useMergeTickets()
  const dismissal = useDismissContinuation(ticket.id)
  const line = useRef<HTMLSpanElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const other = dismissal.isSuccess ? null : data
  // The button that had the focus is gone.
  useEffect(() => {
    if (dismissal.isSuccess) line.current?.focus()
  }, [dismissal.isSuccess])

  const isNewer = other !== null && other !== undefined && other.number > (ticket.number ?? 0)
  const [source, target] = isNewer ? [other, ticket] : [ticket, other]
  const mayMerge =
    mayTriage && actor !== null && Boolean(other && canTriage(actor, other, staff?.agents_update))
  const reason = mayMerge
    ? undefined
    : texts.heldBy(mayTriage ? (other?.assignee_name ?? texts.aColleague) : holder)

  const onMerge = () => {
    if (!target || isPending) return
    const [from, into] = [ticketRef(source), ticketRef(target)]
    mutate(
      { sources: [source.id], target: target.id },
      {
        onSuccess: ({ batchId, results: [result] }) => {
          if (!result?.ok)
            return void toast({
              type: 'error',
              title: texts.mergeFailed,
              description: result && refusalOf(result),
            })
          // The line goes, or the page leads to the other ticket.
          place.current?.focus({ preventScroll: true })
          announceChange({
            text: texts.merged(from, into),
            undo: () => void undoAndReport(queries, () => undoBulkUpdate(batchId), true),
          })
        },
        onError: (error) =>
          toast({ type: 'error', title: texts.mergeFailed, description: failureText(error) }),
      },
    )
  }
  useProvideTicketCommands(other && mayMerge ? { mergeSame: onMerge } : {})
  const onDismiss = () =>
    dismissal.mutate(undefined, {
      onError: (error) =>
        toast({ type: 'error', title: texts.notDismissed, description: failureText(error) }),
    })

  return (
    <Place ref={place} tabIndex={-1} data-empty={(!other && !dismissal.isSuccess) || undefined}>
      <span role="status">
        {other ? (
          <>
            {texts.looksLike}{' '}
            <RouterLink to={`/tickets/${other.id}`} title={other.subject}>
              {ticketRef(other)} <bdi>{other.subject}</bdi>
            </RouterLink>
          </>
        ) : (
          dismissal.isSuccess &&
          data && (
            <span ref={line} tabIndex={-1} data-done>
              {texts.notSameOf(ticketRef(data))}
            </span>
          )
        )}
      </span>
      {other && (
        <span data-actions>
          <Button
            size="sm"
            variant="subtle"
            disabled={!mayMerge}
            loading={isPending}
            title={reason ?? texts.mergeKey}
            aria-keyshortcuts="="
            onClick={onMerge}
          >
            {texts.mergeSame(ticketRef(source), ticketRef(target ?? {}))}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            color="fg.muted"
            loading={dismissal.isPending}
            aria-label={texts.notSameOf(ticketRef(other))}
            onClick={onDismiss}
          >
            {texts.notSame}
          </Button>
        </span>
      )}
    </Place>
  )
}

// Out of the layout while it is empty; the status is there before its text.
const Place = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    fontSize: 'sm',
    outline: 'none',
    '&[data-empty]': { position: 'absolute' },
    '& [role=status]': { minWidth: '0', overflowWrap: 'anywhere' },
    '& [data-done]': { color: 'fg.muted' },
    '& [data-actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  },
})
