import { useWorkspace } from '@helpdesk/auth'
import { useLocation } from '@helpdesk/ui/router'
import { useEffect, useRef } from 'react'
import { useMatches } from 'react-router-dom'

const PATIENCE_MS = 5_000

/** The document's title for a page of a workspace; the workspace alone when the page has no name. */
export function documentTitle(page: string | undefined | null, workspace: string): string {
  const name = page?.trim()
  return name ? `${name} · ${workspace}` : workspace
}

/** The title in a route's `handle` (see RouteHandle of the remote contract). */
function titleOfHandle(handle: unknown): string | undefined {
  return typeof handle === 'object' && handle && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined
}

/**
 * After each navigation: the document's title follows the route's handle or, without one, the page's main heading,
 * and the focus moves to that heading so that a screen reader starts at the new page. The first page keeps its
 * focus, and so does anybody who has meanwhile put it somewhere else.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation()
  const { workspace_name: workspace } = useWorkspace()
  const title = useMatches()
    .map((match) => titleOfHandle(match.handle))
    .findLast(Boolean)
  const lastPath = useRef(pathname)

  useEffect(() => {
    const moved = lastPath.current !== pathname
    lastPath.current = pathname
    if (title) document.title = documentTitle(title, workspace)
    const focused = document.activeElement
    return whenHeadingShows((heading) => {
      if (!title) document.title = documentTitle(heading.textContent, workspace)
      const untouched = document.activeElement === focused || document.activeElement === document.body
      const hasAutofocus = document.activeElement?.matches('input, textarea, select')
      if (!moved || !untouched || hasAutofocus) return
      heading.tabIndex = -1
      heading.style.outline = 'none'
      heading.focus({ preventScroll: true })
    })
  }, [pathname, title, workspace])
}

/** Calls back once with the page's first h1, which may come later than the route. Returns what gives up. */
function whenHeadingShows(found: (heading: HTMLElement) => void): () => void {
  const look = () => document.querySelector<HTMLElement>('main h1')
  const settle = (heading: HTMLElement) => {
    observer.disconnect()
    found(heading)
  }
  const observer = new MutationObserver(() => {
    const heading = look()
    if (heading) settle(heading)
  })
  const now = look()
  if (now) found(now)
  else observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
