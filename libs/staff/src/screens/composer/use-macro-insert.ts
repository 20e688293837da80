import { useAuth } from '@helpdesk/auth'
import { useState, type RefObject } from 'react'
import { insertAt, type Macro } from '../../model/macros'
import { fillPlaceholders, valuesOf } from '../../model/placeholders'
import { hasExtras, noExtras, withMacro } from '../../model/reply-extras'
import type { TextBox } from '@helpdesk/tickets/model/markdown/text-box'
import * as texts from './texts'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import type { useComposer } from './use-composer'

type Composer = ReturnType<typeof useComposer>

/**
 * Inserts a filled macro at the cursor and adds its ticket changes to the reply.
 * @param mayChange false leaves the changes out and says so
 */
export function useMacroInsert(
  { ticket, customer, assignee }: TicketDetail,
  composer: Composer,
  box: RefObject<TextBox | null>,
  mayChange: boolean,
) {
  const { profile } = useAuth()
  const [unfilled, setUnfilled] = useState<string[]>([])
  const [leftOut, setLeftOut] = useState(false)
  const { kind, draft, extras } = composer
  const fill = (body: string) =>
    fillPlaceholders(body, valuesOf(ticket, customer?.name || customer?.email, profile?.name))

  /** @returns the cursor position after the text */
  function insert(macro: Macro): number {
    const filled = fill(macro.body)
    const { text, cursor } = insertAt(draft.text, box.current, filled.text)
    composer.write(text)
    setUnfilled((before) => [...new Set([...before, ...filled.left])])
    setLeftOut(kind === 'comment' && !mayChange && hasExtras(withMacro(noExtras, macro)))
    if (kind === 'comment' && mayChange) composer.setExtras(withMacro(extras, macro))
    return cursor
  }

  // Placeholders completed or deleted by hand need no warning.
  const left = unfilled.filter((placeholder) => draft.text.includes(placeholder))
  return {
    insert,
    /** A macro's text as it would be inserted. */
    preview: (macro: Macro) => fill(macro.body).text,
    left,
    notice: leftOut && draft.text && texts.macroWithoutChanges(assignee?.name || 'the assignee'),
  }
}
