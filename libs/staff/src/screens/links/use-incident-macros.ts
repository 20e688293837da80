import { useRef, useState } from 'react'
import { insertAt, type Macro } from '../../model/macros'
import { unknownPlaceholders } from '../../model/placeholders'
import { hasExtras, noExtras, withMacro } from '../../model/reply-extras'
import { usePickMacro } from '../macros/use-pick-macro'

interface IncidentText {
  text: string
  setText: (text: string) => void
  isSending: boolean
}

/**
 * Inserts macros into a reply to incidents. Placeholders stay, because they are filled for each ticket.
 * @param onSolve called for a macro that solves tickets, the one change that such a reply can make
 */
export function useIncidentMacros({ text, setText, isSending }: IncidentText, onSolve: () => void) {
  const box = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Placeholders of inserted macros that no ticket fills. */
  const [left, setLeft] = useState<string[]>([])
  const [leavesOut, setLeavesOut] = useState(false)

  const focusBox = (cursor?: number) =>
    requestAnimationFrame(() => {
      box.current?.focus()
      if (cursor !== undefined) box.current?.setSelectionRange(cursor, cursor)
    })

  function insert(macro: Macro): void {
    const inserted = insertAt(text, box.current, macro.body)
    setText(inserted.text)
    setLeft([...left, ...unknownPlaceholders(macro.body)])
    if (macro.set_status === 'solved') onSolve()
    const { status, ...others } = withMacro(noExtras, macro)
    setLeavesOut(hasExtras({ ...others, ...(status !== 'solved' && { status }) }))
    focusBox(inserted.cursor)
  }
  const { pick, questions } = usePickMacro(insert, () => focusBox())
  function onPick(macro: Macro): void {
    setOpen(false)
    if (!isSending) pick(macro)
  }

  return {
    box,
    menu: { open: isOpen, onOpen: setOpen, onPick, button },
    questions,
    left,
    leavesOut: leavesOut && text !== '',
  }
}
