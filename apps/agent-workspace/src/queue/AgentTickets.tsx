import { useAuth } from '@helpdesk/auth'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { Box, PageHeader } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { NextTicketButton } from './NextTicketButton'
import { NewTicketButton } from '../new-ticket/NewTicketButton'
import { queueOf } from './queue'
import { QueueToggles } from './QueueToggles'

/** `/tickets/assigned` and `/tickets/unassigned` (specification, section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)

  return (
    <>
      <PageHeader
        heading={queue.title}
        subtitle={queue.subtitle}
        actions={
          <>
            <NewTicketButton />
            <NextTicketButton />
          </>
        }
      />
      <Box marginBottom="4">
        <QueueToggles active={queue.unassigned ? '/tickets/unassigned' : '/tickets/assigned'} />
      </Box>
      {/* Keyed by path, so that rows of one queue never appear under the title of the other. */}
      {user && (
        <TicketWorklist
          key={queue.title}
          label={queue.title}
          scope={{ assignedTo: queue.unassigned ? null : user.id }}
          empty={queue.empty}
          activeFirst
        />
      )}
    </>
  )
}
