import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { useLocation } from '@helpdesk/ui/router'
import { useEffect, useRef } from 'react'
import { useMatches } from 'react-router-dom'

/** How long a screen may take to replace the heading of its skeleton. */
const TIMEOUT_MS = 15_000

/** `<page> · <workspace>`, or the workspace alone. */
export function documentTitle(page: string | undefined | null, workspace: string): string {
  const name = page?.trim()
  return name ? `${name} · ${workspace}` : workspace
}

/** The title of a route's `handle` (RouteHandle of the remote contract). */
function titleOfHandle(handle: unknown): string | undefined {
  return typeof handle === 'object' && handle && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined
}

/**
 * After each navigation, sets the document's title to that of the route's handle or to the main heading (its `data-title`,
 * else its text), and focuses the heading, so that screen readers start at the new page. A heading that replaces another, as
 * a loaded screen does, gets the focus of the first. Focus stays on the first page and where the user moved it.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation()
  const { workspace_name: workspace } = useWorkspace()
  const title = useMatches()
    .map((match) => titleOfHandle(match.handle))
    .findLast(Boolean)
  const lastPath = useRef(pathname)

  useEffect(() => {
    if (title) document.title = documentTitle(title, workspace)
    else
      return onEachHeading((heading) => {
        document.title = documentTitle(heading.dataset.title ?? heading.textContent, workspace)
      })
  }, [pathname, title, workspace])

  // Not again for a title or name that arrives later, which would end the wait for the loaded screen.
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    const before = document.activeElement
    return onEachHeading((heading, previous) => {
      const focused = document.activeElement
      const isUntouched = [before, previous, document.body].includes(focused)
      if (!isUntouched || focused?.matches('input, textarea, select')) return
      heading.tabIndex = -1
      heading.style.outline = 'none'
      heading.focus({ preventScroll: true })
    })
  }, [pathname])
}

/**
 * Calls `found` with the page's first h1, which may render later than the route, and with each one that replaces it.
 * Returns the cleanup.
 */
function onEachHeading(found: (heading: HTMLElement, previous: HTMLElement | null) => void): () => void {
  let current: HTMLElement | null = null
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || heading === current) return
    const previous = current
    current = heading
    found(heading, previous)
  }
  const observer = new MutationObserver(look)
  look()
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), TIMEOUT_MS)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
