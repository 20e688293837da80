import { expect, type CDPSession, type Locator, type Page, type Route } from '@playwright/test'

export interface Exchange {
  url: string
  /** Seconds of a monotonic clock. */
  from: number
  to: number
  /** Milliseconds since 1970. */
  startedAt: number
}

/**
 * Length of the longest chain of requests in which each began after the one before had ended.
 * @param exchanges - in order of their start
 */
export function longestChain(exchanges: readonly Exchange[]): number {
  const steps: number[] = []
  exchanges.forEach((request, n) => {
    const before = exchanges
      .slice(0, n)
      .map((earlier, m) => (earlier.to <= request.from ? (steps[m] ?? 0) : 0))
    steps.push(1 + Math.max(0, ...before))
  })
  return Math.max(0, ...steps)
}

/** Records the requests of a browser's session that have ended. */
export function recordExchanges(session: CDPSession): Exchange[] {
  const open = new Map<string, Omit<Exchange, 'to'>>()
  const done: Exchange[] = []
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, request }) =>
    open.set(requestId, { url: request.url, from: timestamp, startedAt: wallTime * 1000 }),
  )
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = open.get(requestId)
    if (request) done.push({ ...request, to: timestamp })
  })
  return done
}

/** Lets the page take in what has arrived, and render: its thread is idle twice. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
      ),
  )

/**
 * Answers the requests of a page in steps: those of a step all at once, and those that they lead to in the next one. So
 * the number of steps does not depend on the speed of the machine.
 *
 * @returns the steps until an element shows, and the addresses that were answered in them
 */
export async function countSteps(
  page: Page,
  selector: string,
  address: string,
): Promise<{ steps: number; urls: string[] }> {
  // Leaves the screen before, whose late requests would count as well.
  await page.goto(new URL('/healthz', page.url()).href)
  const shown = page.locator(selector).first()
  const urls: string[] = []
  let held: Route[] = []
  await page.route('**/*', (route) => void held.push(route))
  const navigated = page.waitForEvent('framenavigated')
  const opened = page.goto(address)
  let steps = 0
  do {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const step = held
    held = []
    steps += 1
    await Promise.all(
      step.map(async (route) => {
        urls.push(route.request().url())
        await route.fallback()
        await (await route.request().response())?.finished()
      }),
    )
    await navigated
    await settle(page)
  } while (!(await isShown(shown)))
  await page.unroute('**/*')
  await Promise.all(held.map((route) => route.fallback()))
  await opened
  return { steps, urls }
}

/** Waits a moment: the scheduler of the page may have paused its work. */
const isShown = (element: Locator) =>
  element.waitFor({ timeout: 1_500 }).then(
    () => true,
    () => false,
  )
