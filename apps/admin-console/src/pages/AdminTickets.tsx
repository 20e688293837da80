import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { usePersonalColumns } from '@helpdesk/staff/state/list-columns'
import { PageHeader } from '@helpdesk/ui'
import { lazy } from 'react'
import * as texts from './texts'

const Ticket = lazy(async () => ({ default: (await import('../ticket/AdminTicket')).AdminTicket }))

/** `/admin/tickets`: every ticket. */
export function AdminTickets() {
  return (
    <SplitPage Ticket={Ticket}>
      <PageHeader heading={texts.allTickets} subtitle={texts.allTicketsSubtitle} />
      <TicketWorklist
        label={texts.allTickets}
        scope={{}}
        assignsAnyone
        empty={texts.noTickets}
        listColumns={usePersonalColumns('all')}
      />
    </SplitPage>
  )
}
