import { useLayoutEffect, useState, type RefObject } from 'react'
import { CARDS_BELOW } from './table-styles'

/** True while the table is too narrow for its columns and shows rows as cards. */
export function useCards(table: RefObject<HTMLElement | null>): boolean {
  const [cards, setCards] = useState(false)
  useLayoutEffect(() => {
    const parent = table.current?.parentElement
    if (!parent) return
    const measure = () => setCards(parent.clientWidth > 0 && parent.clientWidth < CARDS_BELOW)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [table])
  return cards
}
