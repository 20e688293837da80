import { LinkButton, NotFoundState, ErrorState, Grid, Stack, VisuallyHidden } from '@helpdesk/ui'
import { useParams } from '@helpdesk/ui/router'
import type { ReactNode } from 'react'
import { useTicket } from '../../data-access/get-ticket'
import type { TicketDetail } from '../../model/rows'
import { failureText, isTicketError } from '../../model/errors'
import { AttachmentList } from './AttachmentList'
import { CommentThread } from './CommentThread'
import { TicketDetailPending } from './TicketDetailPending'
import { TicketHeader } from './TicketHeader'
import { UserText } from './UserText'

export interface TicketDetailScreenProps {
  /** Where the way out of a missing ticket leads. */
  listPath?: string
  /** What a role adds beside the ticket, such as the management panel. */
  aside?: (detail: TicketDetail) => ReactNode
  /** Takes the place of the box for the next comment. */
  composer?: (detail: TicketDetail) => ReactNode
  /** Stands after the thread. */
  extra?: (detail: TicketDetail) => ReactNode
}

/** `/tickets/:id`: the ticket, its files and its comments, in one request. */
export function TicketDetailScreen({ listPath = '/', aside, composer, extra }: TicketDetailScreenProps) {
  const { id = '' } = useParams()
  const query = useTicket(id)
  const { data: detail, error } = query

  if (detail) {
    const beside = aside?.(detail)
    return (
      <Grid gap="8" templateColumns={beside ? { base: '1fr', lg: 'minmax(0, 1fr) 20rem' } : '1fr'}>
        <Stack as="article" gap="6" maxWidth="48rem" minWidth="0">
          <TicketHeader ticket={detail.ticket} />
          <UserText>{detail.ticket.description}</UserText>
          <AttachmentList attachments={detail.attachments} />
          <CommentThread detail={detail} composer={composer?.(detail)} />
          {extra?.(detail)}
        </Stack>
        {beside}
      </Grid>
    )
  }
  if (isTicketError(error, 'ticket_not_found')) {
    return (
      <NotFoundState
        title="Ticket not found"
        text={error.message}
        action={<LinkButton to={listPath}>Back to Tickets</LinkButton>}
      />
    )
  }
  if (error) {
    return (
      <>
        <VisuallyHidden as="h1">Ticket</VisuallyHidden>
        <ErrorState
          title="This ticket could not be loaded"
          text={failureText(error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </>
    )
  }
  return <TicketDetailPending />
}
