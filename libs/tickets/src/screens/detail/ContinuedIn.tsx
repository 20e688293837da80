import { RouterLink, Text } from '@helpdesk/ui'
import type { TicketDetail } from '../../model/rows'
import * as texts from './texts'

/** Leads from a ticket that was closed long ago to the one in which it goes on; nothing otherwise. */
export function ContinuedIn({ detail: { follow_up } }: { detail: TicketDetail }) {
  const later = follow_up?.continued_in
  if (!later) return null
  return (
    <Text role="status" tone="muted" fontSize="sm" marginBottom="1">
      {texts.continuesIn}{' '}
      <RouterLink variant="underline" to={`/tickets/${later.number}`}>
        #{later.number}
      </RouterLink>
    </Text>
  )
}
