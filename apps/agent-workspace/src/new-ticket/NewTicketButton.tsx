import { NEW_TICKET_PATH } from '@helpdesk/staff/keys/places'
import { LinkButton } from '@helpdesk/ui'
import * as texts from './texts'

/** Opens the form for a ticket of a customer who called. */
export function NewTicketButton() {
  return <LinkButton to={NEW_TICKET_PATH}>{texts.title}</LinkButton>
}
