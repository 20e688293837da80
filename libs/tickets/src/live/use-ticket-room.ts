import { isStaff, useAuth, useRole } from '@helpdesk/auth'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { TicketDetail } from '../model/rows'
import { onTakenDraft } from './taken-drafts'
import type { Others, TicketRoom } from './ticket-room'

const NOBODY: Others = { viewers: [], writers: [] }

/** Of the text box, or of the editor in its place. */
const hasText = (target: HTMLElement): boolean =>
  target instanceof HTMLTextAreaElement
    ? target.value !== ''
    : target.isContentEditable && target.textContent !== ''

/** Who else has the ticket open or writes on it, while it is shown. `onInput` goes to the element around the box. */
export function useTicketRoom({ ticket, comments, merged }: TicketDetail) {
  const { user, profile } = useAuth()
  const role = useRole()
  const [others, setOthers] = useState(NOBODY)
  const room = useRef<TicketRoom>(null)
  const id = user?.id
  const name = profile?.name || 'Support'
  const staff = isStaff(role)

  // The topics change with the customer, and with those of merged tickets.
  const requesters = [ticket.customer_id, ...(merged ?? []).map(({ customer_id }) => customer_id)].join()
  useEffect(() => {
    if (!id) return
    let left = false
    const joined = import('./ticket-room').then(({ joinTicketRoom }) =>
      left
        ? null
        : joinTicketRoom({ ticketId: ticket.id, me: { id, name, isStaff: staff }, onChange: setOthers }),
    )
    // Files that a later release deleted: the ticket works without.
    const whenJoined = (act: (entered: TicketRoom) => void) =>
      void joined.then(
        (entered) => entered && act(entered),
        () => undefined,
      )
    whenJoined((entered) => {
      if (left) entered.leave()
      else room.current = entered
    })
    const stopTelling = onTakenDraft('here', (taken) => {
      if (taken === ticket.id) whenJoined((entered) => entered.tellTakenDraft())
    })
    return () => {
      left = true
      stopTelling()
      room.current?.leave()
      room.current = null
      setOthers(NOBODY)
    }
  }, [ticket.id, requesters, id, name, staff])

  const count = comments.length
  useEffect(() => room.current?.forgetWriters(), [count])

  function onInput({ target }: FormEvent) {
    if (target instanceof HTMLElement && hasText(target))
      room.current?.write(target.closest('[data-note]') !== null)
  }
  return { ...others, onInput }
}
