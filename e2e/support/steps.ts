import type { Page } from '@playwright/test'

interface Exchange {
  url: string
  /** Seconds of a monotonic clock. */
  from: number
  to: number
  /** Milliseconds since 1970. */
  startedAt: number
}

/** Added to each answer, so that a request that waits for another one shows. In milliseconds. */
const LATENCY_MS = 100

/**
 * Records the requests of the next page with an empty cache, over a line with latency, until an element shows.
 * @returns reads the longest chain of requests in which each began after the one before had ended, and the addresses
 */
export async function watchSteps(
  page: Page,
  selector: string,
): Promise<() => Promise<{ steps: number; urls: string[] }>> {
  await page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      // the hidden login page is in the document too
      if (!document.querySelector(wanted)?.getClientRects().length) return
      observer.disconnect()
      document.documentElement.dataset.shownAt = String(Date.now())
    }).observe(document, { childList: true, subtree: true })
  }, selector)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const open = new Map<string, Omit<Exchange, 'to'>>()
  const done: Exchange[] = []
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, request }) =>
    open.set(requestId, { url: request.url, from: timestamp, startedAt: wallTime * 1000 }),
  )
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = open.get(requestId)
    if (request) done.push({ ...request, to: timestamp })
  })
  return async () => {
    await page.locator(selector).first().waitFor()
    const shownAt = Number(await page.locator('html').getAttribute('data-shown-at'))
    const sorted = done
      // a request that ended later was no condition
      .filter(
        ({ url, from, to, startedAt }) =>
          !url.includes('favicon') && startedAt + (to - from) * 1000 < shownAt,
      )
      .sort((a, b) => a.from - b.from)
    const steps: number[] = []
    sorted.forEach((request, n) => {
      const before = sorted
        .slice(0, n)
        .map((earlier, m) => (earlier.to <= request.from ? (steps[m] ?? 0) : 0))
      steps.push(1 + Math.max(0, ...before))
    })
    return { steps: Math.max(0, ...steps), urls: sorted.map(({ url }) => url) }
  }
}
