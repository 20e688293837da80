import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls a ticket that opens to its first unread message, else to the end of the conversation. Before the first paint,
 * so that nothing moves in front of the reader.
 * @param enabled false for a ticket that is read from its top
 */
export function useOpenAtNewest(enabled: boolean): {
  unread: RefObject<HTMLLIElement | null>
  end: RefObject<HTMLDivElement | null>
} {
  const unread = useRef<HTMLLIElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const open = useRef(enabled)
  useLayoutEffect(() => {
    if (!open.current) return
    // jsdom has no scrollIntoView.
    if (unread.current) unread.current.scrollIntoView?.({ block: 'start' })
    else end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return { unread, end }
}
