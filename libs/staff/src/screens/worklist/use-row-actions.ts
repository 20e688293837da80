import { toast } from '@helpdesk/ui'
import { useCallback, useMemo, useState } from 'react'
import { useClaimTicket } from '../../api/claim-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { RowActions } from './row-view'

const nothing = () => undefined

/**
 * The commands of the rows, and what a screen reader is told of them.
 * @param choose what a checkbox does; nothing where rows are not chosen
 * @param hand opens the choice of whom to give a ticket to, for those who may
 */
export function useRowActions(choose: RowActions['choose'] = nothing, hand?: RowActions['hand']) {
  const { mutate } = useClaimTicket()
  const [told, setTold] = useState('')
  const claim = useCallback<RowActions['claim']>(
    (ticket) =>
      mutate(ticket, {
        onSuccess: () => setTold(`Assigned to you: ${ticket.subject}`),
        onError: (error) => toast({ title: 'Error', description: failureText(error), type: 'error' }),
      }),
    [mutate],
  )
  const actions = useMemo<RowActions>(() => ({ claim, choose, hand }), [claim, choose, hand])
  return { actions, told }
}
