import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { PageHeader } from '@helpdesk/ui'
import { lazy } from 'react'

const Ticket = lazy(async () => ({ default: (await import('../ticket/AdminTicket')).AdminTicket }))

/** `/admin/tickets`: every ticket. */
export function AdminTickets() {
  return (
    <SplitPage Ticket={Ticket}>
      <PageHeader heading="All Tickets" subtitle="All tickets from all customers" />
      <TicketWorklist
        label="All Tickets"
        scope={{}}
        assignsAnyone
        empty="Tickets appear here as soon as a customer creates one."
      />
    </SplitPage>
  )
}
