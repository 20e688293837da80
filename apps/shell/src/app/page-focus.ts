import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { useLocation } from '@helpdesk/ui/router'
import { useEffect, useRef } from 'react'
import { useMatches } from 'react-router-dom'

const TIMEOUT_MS = 5_000

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
 * else its text), and focuses the heading, so that screen readers start at the new page. Focus stays on the first page and where the user moved it.
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
    return onceHeadingRenders((heading) => {
      if (!title) document.title = documentTitle(heading.dataset.title ?? heading.textContent, workspace)
      const untouched = document.activeElement === focused || document.activeElement === document.body
      const hasAutofocus = document.activeElement?.matches('input, textarea, select')
      if (!moved || !untouched || hasAutofocus) return
      heading.tabIndex = -1
      heading.style.outline = 'none'
      heading.focus({ preventScroll: true })
    })
  }, [pathname, title, workspace])
}

/** Calls `found` once with the page's first h1, which may render later than the route. Returns the cleanup. */
function onceHeadingRenders(found: (heading: HTMLElement) => void): () => void {
  const findHeading = () => document.querySelector<HTMLElement>('main h1')
  const finish = (heading: HTMLElement) => {
    observer.disconnect()
    found(heading)
  }
  const observer = new MutationObserver(() => {
    const heading = findHeading()
    if (heading) finish(heading)
  })
  const now = findHeading()
  if (now) found(now)
  else observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), TIMEOUT_MS)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
