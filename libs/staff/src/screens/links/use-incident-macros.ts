import { useRef, useState } from 'react'
import { insertAt, type Macro } from '../../model/macros'
import { hasExtras, noExtras, withMacro } from '../../model/reply-extras'

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
  const [leavesOut, setLeavesOut] = useState(false)

  function onPick(macro: Macro): void {
    setOpen(false)
    if (isSending) return
    const inserted = insertAt(text, box.current, macro.body)
    setText(inserted.text)
    if (macro.set_status === 'solved') onSolve()
    const { status, ...others } = withMacro(noExtras, macro)
    setLeavesOut(hasExtras({ ...others, ...(status !== 'solved' && { status }) }))
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(inserted.cursor, inserted.cursor)
    })
  }

  return { box, menu: { open: isOpen, onOpen: setOpen, onPick, button }, leavesOut: leavesOut && text !== '' }
}
