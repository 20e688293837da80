import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

/**
 * A menu of buttons in a popover: it takes the focus when it opens, arrows, Home and End move in it, and closing returns the
 * focus to its button.
 * @param first - selects the item that gets the focus
 */
export function useMenu(first = 'button') {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>(first)?.focus()
  }, [open, first])

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  const items = () => [...(list.current?.querySelectorAll('button') ?? [])]
  function onKeyDown(event: KeyboardEvent) {
    const at = items().findIndex((item) => item === document.activeElement)
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items().length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    items()
      .at(step % items().length)
      ?.focus()
  }
  return { open, toggle: () => setOpen(!open), close, button, list, items, onKeyDown }
}
