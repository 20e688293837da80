import { useAuth } from '@helpdesk/auth'
import { TicketWorklist } from '@helpdesk/tickets'
import { HStack, LinkButton, PageHeader } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { NextTicketButton } from './NextTicketButton'
import { queueOf } from './queue'

/** `/tickets/assigned` and `/tickets/unassigned`: one screen for both (section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)

  return (
    <>
      <PageHeader heading={queue.title} subtitle={queue.subtitle} actions={<NextTicketButton />} />
      <HStack gap="2" marginBottom="4" role="group" aria-label="Queue">
        <Toggle to="/tickets/assigned" active={!queue.unassigned} label="My Tickets" />
        <Toggle to="/tickets/unassigned" active={queue.unassigned} label="Unassigned Queue" />
      </HStack>
      {/* A list of its own for each path: rows of one are never shown under the title of the other. */}
      {user && (
        <TicketWorklist
          key={queue.title}
          label={queue.title}
          scope={{ assignedTo: queue.unassigned ? null : user.id }}
          empty={queue.empty}
        />
      )}
    </>
  )
}

function Toggle({ to, active, label }: { to: string; active: boolean; label: string }) {
  return (
    <LinkButton to={to} variant={active ? 'subtle' : 'outline'} aria-current={active ? 'page' : undefined}>
      {label}
    </LinkButton>
  )
}
