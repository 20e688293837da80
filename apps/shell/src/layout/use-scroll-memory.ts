import { useLocation, useNavigationType } from '@helpdesk/ui/router'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** How far each step of this session's history was scrolled, in pixels, by the step's key. */
const positions = new Map<string, number>()

/**
 * A new page starts at its top; Back and Forward find a page where it was left. A change of the address alone, such
 * as a filter, moves nothing. The router's own component does this too, at the cost of bytes on the login page.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const returning = useNavigationType() === 'POP'
  const last = useRef({ key, pathname })

  useEffect(() => {
    const remember = () => void positions.set(last.current.key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])

  // Before the paint, and before a shorter page could be taken for the scrolling of the last.
  useLayoutEffect(() => {
    if (last.current.key === key) return
    const samePage = last.current.pathname === pathname
    last.current = { key, pathname }
    if (returning) window.scrollTo(0, positions.get(key) ?? 0)
    else if (!samePage) window.scrollTo(0, 0)
    // A page that was never scrolled is left at its top.
    positions.set(key, window.scrollY)
  }, [key, pathname, returning])

  useEffect(() => {
    // The browser would scroll before the page has its rows.
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    return () => void (history.scrollRestoration = before)
  }, [])
}
