import { useAuth } from '@helpdesk/auth'
import { useState, type RefObject } from 'react'
import { fillPlaceholders, insertAt, type Macro } from '../../model/macros'
import { withMacro } from '../../model/reply-extras'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import type { useComposer } from './use-composer'

type Composer = ReturnType<typeof useComposer>

/** Inserts a filled macro at the cursor and adds its ticket changes to the reply. */
export function useMacroInsert(
  detail: TicketDetail,
  composer: Composer,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { profile } = useAuth()
  const [unfilled, setUnfilled] = useState<string[]>([])
  const { kind, draft, extras } = composer

  /** @returns the cursor position after the text */
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

  // Placeholders completed or deleted by hand need no warning.
  return { insert, unfilled: unfilled.filter((placeholder) => draft.text.includes(placeholder)) }
}
