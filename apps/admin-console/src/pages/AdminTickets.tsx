import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { PageHeader } from '@helpdesk/ui'

/** `/admin/tickets`: every ticket. */
export function AdminTickets() {
  return (
    <>
      <PageHeader heading="All Tickets" subtitle="Every ticket of every customer" />
      <TicketWorklist
        label="All Tickets"
        scope={{}}
        assignsAnyone
        empty="Tickets show up here as soon as a customer raises one."
      />
    </>
  )
}
