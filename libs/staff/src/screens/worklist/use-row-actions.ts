import { toast } from '@helpdesk/ui'
import { useCallback, useMemo } from 'react'
import { useClaimTicket } from '../../api/claim-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { RowActions } from './row-view'
import * as texts from './texts'

const noop = () => undefined

/**
 * The commands of the rows. Each command announces its own result.
 * @param choose handles a checkbox; absent where rows cannot be selected
 * @param assign opens the choice of an assignee; absent for users who may not assign
 */
export function useRowActions(choose: RowActions['choose'] = noop, assign?: RowActions['assign']) {
  const { mutate } = useClaimTicket()
  const claim = useCallback<RowActions['claim']>(
    (ticket) =>
      mutate(ticket, {
        onError: (error) => toast({ title: texts.error, description: failureText(error), type: 'error' }),
      }),
    [mutate],
  )
  return useMemo<RowActions>(() => ({ claim, choose, assign }), [claim, choose, assign])
}
