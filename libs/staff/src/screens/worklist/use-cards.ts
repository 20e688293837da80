import { useLayoutEffect, useState, type RefObject } from 'react'
import { CARDS_BELOW } from './table-dress'

/** True while the table has no room for its columns and shows each row as a card. */
export function useCards(table: RefObject<HTMLElement | null>): boolean {
  const [cards, setCards] = useState(false)
  useLayoutEffect(() => {
    const room = table.current?.parentElement
    if (!room) return
    const look = () => setCards(room.clientWidth > 0 && room.clientWidth < CARDS_BELOW)
    look()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(look)
    observer.observe(room)
    return () => observer.disconnect()
  }, [table])
  return cards
}
