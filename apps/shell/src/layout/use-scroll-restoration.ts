import { useLocation, useNavigationType } from '@helpdesk/ui/router'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Scroll offsets in pixels, by the key of the history entry. */
const positions = new Map<string, number>()

/**
 * Starts a new page at its top; Back and Forward restore the offset, and a change of the query keeps it. The router's
 * own component would add bytes to the login page.
 */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const returning = useNavigationType() === 'POP'
  const last = useRef({ key, pathname })

  useEffect(() => {
    const remember = () => void positions.set(last.current.key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])

  // before paint, and before a shorter page clamps the offset of the previous one
  useLayoutEffect(() => {
    if (last.current.key === key) return
    const samePage = last.current.pathname === pathname
    last.current = { key, pathname }
    if (returning) window.scrollTo(0, positions.get(key) ?? 0)
    else if (!samePage) window.scrollTo(0, 0)
    // a page that is never scrolled fires no scroll event
    positions.set(key, window.scrollY)
  }, [key, pathname, returning])

  useEffect(() => {
    // the browser would scroll before the rows are rendered
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    return () => void (history.scrollRestoration = before)
  }, [])
}
