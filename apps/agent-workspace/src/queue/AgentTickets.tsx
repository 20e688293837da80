import { useAuth } from '@helpdesk/auth'
import { TicketTable, useTickets } from '@helpdesk/tickets'
import { Button, EmptyState, ErrorState, HStack, LinkButton, PageHeader, VisuallyHidden } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { queueOf } from './queue'

/** `/tickets/assigned` and `/tickets/unassigned`: one screen for both (section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)
  const query = useTickets(
    queue.unassigned ? { assignedTo: null, status: 'open' } : user ? { assignedTo: user.id } : undefined,
  )
  const { data, error, isPending, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage } = query

  return (
    <>
      <PageHeader heading={queue.title} subtitle={queue.subtitle} />
      <HStack gap="2" marginBottom="4" role="group" aria-label="Queue">
        <Toggle to="/tickets/assigned" active={!queue.unassigned} label="My Tickets" />
        <Toggle to="/tickets/unassigned" active={queue.unassigned} label="Unassigned Queue" />
      </HStack>
      {isPending && <VisuallyHidden role="status">Loading tickets...</VisuallyHidden>}
      {error && !data ? (
        <ErrorState text={error.message} onRetry={() => void query.refetch()} retrying={isFetching} />
      ) : data?.length === 0 ? (
        <EmptyState title="No tickets found" text={queue.empty} />
      ) : (
        <TicketTable tickets={data} stale={isPlaceholderData} />
      )}
      {hasNextPage && (
        <HStack justifyContent="center" marginTop="4">
          <Button loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </HStack>
      )}
    </>
  )
}

function Toggle({ to, active, label }: { to: string; active: boolean; label: string }) {
  return (
    <LinkButton to={to} variant={active ? 'solid' : 'outline'} aria-current={active ? 'page' : undefined}>
      {label}
    </LinkButton>
  )
}
