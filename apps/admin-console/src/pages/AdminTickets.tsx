import { SplitPage } from '@helpdesk/staff/screens/split/SplitPage'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import { usePreloadPage } from '@helpdesk/tickets/prefetch/preload-page'
import { PageHeader } from '@helpdesk/ui'
import { lazy } from 'react'
import * as texts from './texts'

const loadTicket = async () => ({ default: (await import('../ticket/AdminTicket')).AdminTicket })
const Ticket = lazy(loadTicket)

/** `/admin/tickets`: every ticket. */
export function AdminTickets() {
  usePreloadPage(loadTicket)
  return (
    <SplitPage Ticket={Ticket}>
      <PageHeader heading={texts.allTickets} subtitle={texts.allTicketsSubtitle} />
      <TicketWorklist label={texts.allTickets} scope={{}} assignsAnyone empty={texts.noTickets} />
    </SplitPage>
  )
}
