import type { TicketEvent } from '@helpdesk/tickets/model/rows'
import { Button } from '@helpdesk/ui'
import { useParticipants } from '../../api/list-participants'
import { leftOutOf } from '../../model/mail'
import * as texts from './texts'
import { useAddNamed } from './use-add-named'

interface LeftOutCopiesProps {
  ticketId: string
  events: readonly TicketEvent[]
}

/** Below a line of the history that says whom a mail could not put in copy: adds them. Nothing once they are. */
export function LeftOutCopies({ ticketId, events }: LeftOutCopiesProps) {
  const named = leftOutOf(events)
  return named.length > 0 && <AddNamed ticketId={ticketId} named={named} />
}

function AddNamed({ ticketId, named }: { ticketId: string; named: readonly string[] }) {
  const { data: people } = useParticipants(ticketId)
  const { add, isPending, place } = useAddNamed(ticketId)
  const missing = named.filter((address) => !people?.some((person) => person.address === address))
  return (
    <div ref={place} tabIndex={-1}>
      {people && missing.length > 0 && (
        <Button size="sm" variant="ghost" marginStart="-2" loading={isPending} onClick={() => add(missing)}>
          {texts.addLeftOut(missing)}
        </Button>
      )}
    </div>
  )
}
