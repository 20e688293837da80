import { useAuth, useRole } from '@helpdesk/auth'
import { ErrorState, Grid, LinkButton, NotFoundState, VisuallyHidden } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useParams } from '@helpdesk/ui/router'
import type { ReactNode } from 'react'
import { useTicket } from '../../api/get-ticket'
import { rowsInLists } from '../../cache/list-cache'
import { useTicketRoom } from '../../live/use-ticket-room'
import { isRequester } from '../../model/closing'
import { failureText, isTicketError } from '../../model/errors'
import { canRate } from '../../model/rating'
import type { TicketDetail } from '../../model/rows'
import { Conversation } from '../thread/Conversation'
import { FilesProvider } from '../files/FilesProvider'
import { ContinuedIn } from './ContinuedIn'
import { MergedFrom } from './MergedFrom'
import { RatingCard } from './RatingCard'
import { TicketDetailPending } from './TicketDetailPending'
import { TicketHeader } from './TicketHeader'
import { TicketOutcome } from './TicketOutcome'
import { TicketProgress } from './TicketProgress'
import { TicketSheet } from './TicketSheet'
import { useLeaveMerged } from './use-leave-merged'
import { useMarkdownReady } from '../thread/use-markdown'
import * as texts from './texts'

export interface TicketDetailScreenProps {
  /** The ticket; absent on its own page, whose address names it. */
  ticketId?: string
  /** Target of the link shown for a missing ticket. */
  listPath?: string
  /** Replaces the badges below the subject, such as controls that change them. */
  controls?: (detail: TicketDetail) => ReactNode
  /** Shown next to the ticket, such as the management panel. */
  aside?: (detail: TicketDetail) => ReactNode
  /** Replaces the default comment box. */
  composer?: (detail: TicketDetail) => ReactNode
  /** Shown above the ticket, while it loads too when a list has shown it. */
  above?: (ticketId: string) => ReactNode
  /** Shown between the head and the thread, such as the tickets that were merged into this one. */
  notice?: (detail: TicketDetail) => ReactNode
  /** Shown after the thread. */
  extra?: (detail: TicketDetail) => ReactNode
}

/** `/tickets/:id`: the ticket, its files and its comments, in one request. */
export function TicketDetailScreen({ ticketId, listPath = '/', ...parts }: TicketDetailScreenProps) {
  const { id: addressed = '' } = useParams()
  const id = ticketId ?? addressed
  const query = useTicket(id)
  const { data: detail, error } = query
  useLeaveMerged(detail, ticketId === undefined)
  const queries = useQueryClient()
  const pending = () => {
    const row = rowsInLists(queries, [id]).get(id)
    return <TicketDetailPending row={row} above={row && parts.above?.(row.id)} />
  }

  const markdownReady = useMarkdownReady(
    detail && [
      detail.ticket.description,
      ...(detail.merged ?? []).map(({ description }) => description),
      ...detail.comments.map(({ content }) => content),
    ],
  )

  if (detail) {
    if (!markdownReady) return pending()
    // The key resets dialogs and other local state when the page moves to another ticket.
    return (
      <Ticket
        key={detail.ticket.id}
        detail={detail}
        stale={query.isRefetchError}
        onRefresh={() => void query.refetch()}
        {...parts}
      />
    )
  }
  if (isTicketError(error, 'ticket_not_found')) {
    return (
      <NotFoundState
        title={texts.ticketNotFound}
        text={failureText(error)}
        action={<LinkButton to={listPath}>{texts.backToTickets}</LinkButton>}
      />
    )
  }
  if (error) {
    return (
      <>
        <VisuallyHidden as="h1">{texts.ticket}</VisuallyHidden>
        <ErrorState
          title={navigator.onLine ? texts.loadFailed : texts.youAreOffline}
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </>
    )
  }
  return pending()
}

type TicketProps = Omit<TicketDetailScreenProps, 'ticketId' | 'listPath'> & {
  detail: TicketDetail
  /** True when the last refresh failed and the page may be out of date. */
  stale: boolean
  onRefresh: () => void
}

function Ticket(props: TicketProps) {
  const { detail, stale, onRefresh, above, controls, aside, composer, notice, extra } = props
  const { user } = useAuth()
  const role = useRole()
  const { ticket, attachments } = detail
  const actor = user && role ? { id: user.id, role } : null
  const mine = isRequester(actor, ticket)
  const room = useTicketRoom(detail)
  const beside = aside?.(detail)
  return (
    <FilesProvider attachments={attachments}>
      <Grid
        data-ticket-grid
        gap="8"
        templateColumns={beside ? { base: '1fr', lg: 'minmax(0, 1fr) 20rem' } : '1fr'}
      >
        <TicketSheet
          head={
            <>
              {above?.(ticket.id)}
              <MergedFrom detail={detail} />
              <ContinuedIn detail={detail} />
              <TicketHeader ticket={ticket} requester={mine ? null : detail.customer} viewers={room.viewers}>
                {controls?.(detail)}
              </TicketHeader>
            </>
          }
          side={
            <>
              {mine ? <TicketProgress detail={detail} actor={actor} /> : <TicketOutcome detail={detail} />}
              {canRate(actor, ticket) && <RatingCard ticketId={ticket.id} rating={detail.rating} />}
            </>
          }
          beside={!beside}
        >
          {notice?.(detail)}
          <Conversation
            detail={detail}
            room={room}
            composer={composer?.(detail)}
            stale={stale}
            onRefresh={onRefresh}
          />
          {extra?.(detail)}
        </TicketSheet>
        {beside}
      </Grid>
    </FilesProvider>
  )
}
