import { useEffect, useEffectEvent, useRef } from 'react'

/** How far below the window the next page is asked for: about a second of brisk scrolling. */
const AHEAD = '1200px'

/**
 * Calls `onNear` whenever the element comes near the window's lower edge while `waiting`, and again for every length of
 * the list: rows that came and were scrolled past between two frames are no change that an observer would tell of.
 * @returns the ref of the element that stands where the list ends
 */
export function useMoreInSight(waiting: boolean, length: number, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!waiting || !end.current || typeof IntersectionObserver === 'undefined') return
    // On a busy machine several changes are told at once; the last is how things are.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && near(), {
      rootMargin: `0px 0px ${AHEAD}`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waiting, length])
  return end
}
