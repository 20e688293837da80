import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Pixels below the screen where the end still counts as seen. */
const NEAR = 48

/**
 * Scrolls to the end of a conversation when its reader writes there, and when somebody else does while they look at the end.
 * @param end - the element below everything
 * @param mine - how many messages are the reader's, unsent ones too
 * @param all - how many there are
 */
export function useFollowNewest(end: RefObject<HTMLElement | null>, mine: number, all: number): void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver !== 'function') return
    // Told after the layout: a message that has just come does not count yet.
    const observer = new IntersectionObserver(
      ([entry]) => {
        isAtEnd.current = entry?.isIntersecting === true
      },
      { rootMargin: `0px 0px ${NEAR}px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end])
  const before = useRef({ mine, all })
  useLayoutEffect(() => {
    const { mine: wrote, all: had } = before.current
    before.current = { mine, all }
    // jsdom has no scrollIntoView.
    if (mine > wrote || (all > had && isAtEnd.current)) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [end, mine, all])
}
