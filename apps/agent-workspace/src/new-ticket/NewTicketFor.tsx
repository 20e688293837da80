import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { preloadTicketDetail } from '@helpdesk/tickets/screens/detail/preload'
import { ArrowLeftIcon, LinkButton, PageHeader, toast } from '@helpdesk/ui'
import { useNavigate } from '@helpdesk/ui/router'
import type { OpenedTicket } from '../api/open-ticket-for'
import { NewTicketForForm } from './NewTicketForForm'
import * as texts from './texts'

/** `/tickets/new-for`: staff open a ticket for a customer, then continue in it. */
export function NewTicketFor() {
  const navigate = useNavigate()

  function open({ ticket, requester }: OpenedTicket) {
    preloadTicketDetail()
    const told = requester.is_new ? texts.invited : texts.informed
    toast({ type: 'success', title: texts.created(ticketRef(ticket)), description: told(requester.name) })
    // Replaces the form in the history, so that Back does not return to an empty form.
    void navigate(`/tickets/${ticket.id}`, { replace: true })
  }

  return (
    <>
      <PageHeader
        above={
          <LinkButton variant="ghost" to="/tickets/unassigned">
            <ArrowLeftIcon size={14} />
            {texts.back}
          </LinkButton>
        }
        heading={texts.title}
        subtitle={texts.subtitle}
      />
      <NewTicketForForm onCreated={open} />
    </>
  )
}
