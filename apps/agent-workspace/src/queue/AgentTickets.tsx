import { useAuth } from '@helpdesk/auth'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { WithViews } from '../views/WithViews'
import { Box, PageHeader } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { VIEWS_PATH } from '../keys/places'
import { NextTicketButton } from './NextTicketButton'
import { queueOf } from './queue'
import { QueueToggles } from './QueueToggles'

/** `/tickets/assigned` and `/tickets/unassigned`: one screen for both (section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)

  return (
    <>
      <PageHeader heading={queue.title} subtitle={queue.subtitle} actions={<NextTicketButton />} />
      <WithViews home={VIEWS_PATH} assigned={queue.unassigned ? 'none' : 'me'}>
        <Box marginBottom="4">
          <QueueToggles active={queue.unassigned ? '/tickets/unassigned' : '/tickets/assigned'} />
        </Box>
        {/* A list of its own for each path: rows of one are never shown under the title of the other. */}
        {user && (
          <TicketWorklist
            key={queue.title}
            label={queue.title}
            scope={{ assignedTo: queue.unassigned ? null : user.id }}
            empty={queue.empty}
          />
        )}
      </WithViews>
    </>
  )
}
