import { useEffect, useEffectEvent, useRef } from 'react'

/** Distance below the viewport at which the next page loads: about a second of brisk scrolling. */
const MARGIN = '1200px'

/**
 * Calls `onNear` when the end of the list comes near the viewport while `enabled`, and again for each new length: an
 * observer misses rows that were added and scrolled past between two frames.
 * @returns the ref for an element at the end of the list
 */
export function useLoadMore(enabled: boolean, length: number, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!enabled || !end.current || typeof IntersectionObserver === 'undefined') return
    // A busy browser delivers several entries at once; the last is the current state.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && near(), {
      rootMargin: `0px 0px ${MARGIN}`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [enabled, length])
  return end
}
