import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()

/** Counts the requests of that page from now on, for `settled`. */
export function watchRequests(page: Page): void {
  if (underWay.has(page)) return
  const requests = new Set<Request>()
  underWay.set(page, requests)
  const ended = (request: Request) => void requests.delete(request)
  page.on('request', (request) => {
    // Leaving a page drops its requests, not always with an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear()
    requests.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * Two frames and an idle moment: what the page does after an answer, another request included, has happened. A page
 * that is not painted gets neither; it has nothing left to do after the timeout.
 */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const end = () => resolve(true)
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(end, { timeout: 1_000 })))
        setTimeout(end, 3_000)
      }),
  )

/** Resolves when no request is under way, and none follows until the page is idle, twice. */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page)
  if (!requests) throw new Error('watchRequests was not called for this page')
  for (let calm = 0; calm < 2;) {
    const isIdle = await idle(page).catch((error: unknown) => {
      if (page.isClosed()) throw error
      // The document was replaced meanwhile.
      return false
    })
    calm = isIdle && requests.size === 0 ? calm + 1 : 0
  }
}
