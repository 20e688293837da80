import { useAuth } from '@helpdesk/auth'
import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { WithViews } from '@helpdesk/staff/views/WithViews'
import { Box, PageHeader } from '@helpdesk/ui'
import { useLocation } from '@helpdesk/ui/router'
import { VIEWS_PATH } from '@helpdesk/staff/keys/places'
import { NextTicketButton } from './NextTicketButton'
import { lazy } from 'react'
import { queueOf } from './queue'
import { QueueToggles } from './QueueToggles'

const Ticket = lazy(async () => ({ default: (await import('../ticket/AgentTicket')).AgentTicket }))

/** `/tickets/assigned` and `/tickets/unassigned` (specification, section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)

  return (
    <SplitPage Ticket={Ticket}>
      <PageHeader heading={queue.title} subtitle={queue.subtitle} actions={<NextTicketButton />} />
      <WithViews home={VIEWS_PATH} assigned={queue.unassigned ? 'none' : 'me'}>
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
      </WithViews>
    </SplitPage>
  )
}
