import { useAuth } from '@helpdesk/auth'
import { useState, type RefObject } from 'react'
import { fillPlaceholders, insertAt, type Macro } from '../../model/macros'
import { hasExtras, noExtras, withMacro } from '../../model/reply-extras'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import * as texts from './texts'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import type { useComposer } from './use-composer'

type Composer = ReturnType<typeof useComposer>

/**
 * Inserts a filled macro at the cursor and adds its ticket changes to the reply.
 * @param mayChange false leaves the changes out and says so
 */
export function useMacroInsert(
  detail: TicketDetail,
  composer: Composer,
  box: RefObject<HTMLTextAreaElement | null>,
  mayChange: boolean,
) {
  const { profile } = useAuth()
  const [unfilled, setUnfilled] = useState<string[]>([])
  const [leftOut, setLeftOut] = useState(false)
  const { kind, draft, extras } = composer

  /** @returns the cursor position after the text */
  function insert(macro: Macro): number {
    const filled = fillPlaceholders(macro.body, {
      'customer.name': detail.customer?.name ?? null,
      'ticket.number': ticketRef(detail.ticket),
      'ticket.id': ticketRef(detail.ticket),
      'agent.name': profile?.name ?? null,
    })
    const { text, cursor } = insertAt(draft.text, box.current, filled.text)
    composer.write(text)
    setUnfilled(filled.left)
    setLeftOut(kind === 'comment' && !mayChange && hasExtras(withMacro(noExtras, macro)))
    if (kind === 'comment' && mayChange) composer.setExtras(withMacro(extras, macro))
    return cursor
  }

  // Placeholders completed or deleted by hand need no warning.
  const left = unfilled.filter((placeholder) => draft.text.includes(placeholder))
  const notices = [
    left.length > 0 && texts.fillIn(left.join(', ')),
    leftOut && draft.text && texts.macroWithoutChanges(detail.assignee?.name || 'the assignee'),
  ]
  return { insert, notice: notices.filter(Boolean).join(' ') }
}
