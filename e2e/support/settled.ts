import type { Page, Request } from '@playwright/test'

const pending = new WeakMap<Page, Set<Request>>()

/** Counts the requests of that page from now on, for `settled`. */
export function watchRequests(page: Page): void {
  if (pending.has(page)) return
  const requests = new Set<Request>()
  pending.set(page, requests)
  const ended = (request: Request) => void requests.delete(request)
  page.on('request', (request) => {
    // A navigation drops pending requests, not always with an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear()
    requests.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * Makes actions and assertions wait while the page shows only the rows that its head has drawn, which no key reaches: a
 * journey goes on with the app. A page whose app never comes is looked at after the limit.
 */
export const waitForApp = (page: Page): Promise<void> =>
  page.addLocatorHandler(
    page.locator('#skeleton article'),
    (preview) => preview.waitFor({ state: 'detached', timeout: 15_000 }).catch(() => undefined),
    { noWaitAfter: true },
  )

/**
 * Waits two frames and an idle callback, in which the page handles a response, perhaps with another request. The
 * timeout is for pages that are not painted, which get neither.
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

/** Waits until the page was idle twice in a row without pending requests. */
export async function settled(page: Page): Promise<void> {
  const requests = pending.get(page)
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
