import { failureText } from '@helpdesk/tickets/model/errors'
import type { TicketEvent } from '@helpdesk/tickets/model/rows'
import { Button, toast } from '@helpdesk/ui'
import { useRef } from 'react'
import { useAddParticipants } from '../../api/add-participant'
import { useParticipants } from '../../api/list-participants'
import { leftOutOf } from '../../model/mail'
import * as texts from './texts'

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
  const { mutate, isPending } = useAddParticipants(ticketId)
  const place = useRef<HTMLDivElement>(null)
  const missing = named.filter((address) => !people?.some((person) => person.address === address))
  const add = () =>
    mutate(missing, {
      onSuccess() {
        // The button disappears.
        place.current?.focus()
        toast({ type: 'success', title: texts.namedAdded(missing.length) })
      },
      onError: (error) => toast({ type: 'error', title: texts.notAdded, description: failureText(error) }),
    })
  return (
    <div ref={place} tabIndex={-1}>
      {people && missing.length > 0 && (
        <Button size="sm" variant="ghost" marginStart="-2" loading={isPending} onClick={add}>
          {texts.addLeftOut(missing)}
        </Button>
      )}
    </div>
  )
}
