import type { Page } from '@playwright/test'
import { settled, watchRequests } from './settled'

/**
 * Records the page's requests to data API, storage and functions from now on, but for those of the live
 * connection and of the bell, which it sends whatever a screen does.
 */
export function backendCalls(page: Page): { paths: () => string[]; reset: () => void } {
  let paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/rpc\/(changes_since|ticket_topics|get_unread_notifications)$/.test(pathname)) return
    if (/^\/(rest|storage|functions)\/v1\//.test(pathname) && request.method() !== 'OPTIONS')
      paths.push(`${request.method()} ${pathname}`)
  })
  return { paths: () => [...paths], reset: () => void (paths = []) }
}

/** Collects the responses of the data API from now on. @returns reads all of them once no request is pending */
export function backendAnswers(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = []
  watchRequests(page)
  page.on('response', (response) => {
    // The body is unavailable after a navigation.
    if (response.url().includes('/rest/v1/')) bodies.push(response.text().catch(() => ''))
  })
  return async () => {
    await settled(page)
    return (await Promise.all(bodies)).join('\n')
  }
}

/** Sum of the layout shifts of the page since it was opened, except those right after an input. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    let sum = 0
    for (const entry of observer.takeRecords())
      if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput)) sum += Number(entry.value)
    observer.disconnect()
    return sum
  })
