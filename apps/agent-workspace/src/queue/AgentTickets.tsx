import { useAuth } from '@helpdesk/auth'
import { useQueueCounts } from '@helpdesk/staff/api/count-queues'
import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { usePersonalColumns } from '@helpdesk/staff/state/list-columns'
import { Box, chakra, PageHeader } from '@helpdesk/ui'
import { useLocation, useSearchParams } from '@helpdesk/ui/router'
import { lazy, useMemo } from 'react'
import { BackFromSnooze } from './BackFromSnooze'
import { NextTicketButton } from './NextTicketButton'
import { NewTicketButton } from '../new-ticket/NewTicketButton'
import { queueOf, SNOOZED_PATH } from './queue'
import { QueueToggles } from './QueueToggles'
import * as texts from './texts'

const Ticket = lazy(async () => ({ default: (await import('../ticket/AgentTicket')).AgentTicket }))

/** `/tickets/assigned` and `/tickets/unassigned` (specification, section 2.13). */
export function AgentTickets() {
  const { pathname } = useLocation()
  const { user } = useAuth()
  const queue = queueOf(pathname)
  const listColumns = usePersonalColumns(queue.unassigned ? 'unassigned' : 'assigned')
  const isSnoozed = useSearchParams()[0].get('snoozed') === 'yes'
  const woken = useQueueCounts().data?.woken
  const back = useMemo(
    () =>
      woken && woken.length > 0
        ? {
            ids: woken.map(({ id }) => id),
            node: <BackFromSnooze tickets={woken} />,
            mark: texts.backFromSnooze,
          }
        : undefined,
    [woken],
  )

  return (
    <SplitPage Ticket={Ticket}>
      <PageHeader
        heading={queue.title}
        subtitle={<Subtitle>{queue.subtitle}</Subtitle>}
        actions={
          <>
            <NewTicketButton />
            <NextTicketButton />
          </>
        }
      />
      <Box
        marginBottom="3"
        css={{ '[data-density=compact] &': { marginTop: { md: '-2.5' }, marginBottom: '2' } }}
      >
        <QueueToggles
          active={queue.unassigned ? '/tickets/unassigned' : isSnoozed ? SNOOZED_PATH : '/tickets/assigned'}
        />
      </Box>
      {/* Keyed by path, so that rows of one queue never appear under the title of the other. */}
      {user && (
        <TicketWorklist
          key={queue.title}
          label={queue.title}
          scope={{ assignedTo: queue.unassigned ? null : user.id }}
          empty={queue.empty}
          activeFirst
          listColumns={listColumns}
          above={queue.unassigned ? undefined : back}
        />
      )}
    </SplitPage>
  )
}

/** Read aloud only on narrow pages, where the list needs the room. */
const Subtitle = chakra('span', {
  base: {
    display: 'block',
    position: { base: 'absolute', md: 'static' },
    width: { base: '1px', md: 'auto' },
    height: { base: '1px', md: 'auto' },
    overflow: 'hidden',
    clipPath: { base: 'inset(50%)', md: 'none' },
  },
})
