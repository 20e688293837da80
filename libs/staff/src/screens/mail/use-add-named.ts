import { failureText } from '@helpdesk/tickets/model/errors'
import { toast } from '@helpdesk/ui'
import { useRef } from 'react'
import { useAddParticipants } from '../../api/add-participant'
import * as texts from './texts'

/**
 * Puts people in copy whom an email only named. `place` goes to an element with `tabIndex={-1}` around the button, which
 * disappears: it takes the focus.
 */
export function useAddNamed(ticketId: string) {
  const { mutate, isPending } = useAddParticipants(ticketId)
  const place = useRef<HTMLDivElement>(null)
  const add = (addresses: readonly string[]) =>
    mutate(addresses, {
      onSuccess() {
        place.current?.focus()
        toast({ type: 'success', title: texts.namedAdded(addresses.length) })
      },
      onError: (error) => toast({ type: 'error', title: texts.notAdded, description: failureText(error) }),
    })
  return { add, isPending, place }
}
