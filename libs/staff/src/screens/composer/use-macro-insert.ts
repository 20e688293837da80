import { useAuth } from '@helpdesk/auth'
import { useState, type RefObject } from 'react'
import { fillPlaceholders, insertAt, type Macro } from '../../model/macros'
import { withMacro } from '../../model/reply-extras'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import type { useComposer } from './use-composer'

type Composer = ReturnType<typeof useComposer>

/** Puts a macro where the cursor stands, filled in for this ticket, and takes over what it sets. */
export function useMacroInsert(
  detail: TicketDetail,
  composer: Composer,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { profile } = useAuth()
  const [unfilled, setUnfilled] = useState<string[]>([])
  const { kind, draft, extras } = composer

  /** @returns where the cursor stands after it */
  function insert(macro: Macro): number {
    const filled = fillPlaceholders(macro.body, {
      'customer.name': detail.customer?.name ?? null,
      'ticket.id': detail.ticket.id,
      'agent.name': profile?.name ?? null,
    })
    const { selectionStart: start = draft.text.length, selectionEnd: end = start } = box.current ?? {}
    const { text, cursor } = insertAt(draft.text, start, end, filled.text)
    composer.write(text)
    setUnfilled(filled.left)
    if (kind === 'comment') composer.setExtras(withMacro(extras, macro))
    return cursor
  }

  // What was completed by hand, or deleted, needs no warning any more.
  return { insert, unfilled: unfilled.filter((placeholder) => draft.text.includes(placeholder)) }
}
