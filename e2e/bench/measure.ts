import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { longestChain, recordExchanges, type Exchange } from '../support/steps'

// Scripts for the page are strings: tsx adds calls of a helper to functions, which the page does not have.
/** A row of the app, which answers keys and pointers. */
export const ROW = '#main tbody tr a'
/** A row that people see and whose link works, perhaps before the app has loaded. */
export const SEEN_ROW = 'tbody tr a'
/** A phone on a slow line. */
const SLOW = { cpu: 4, latency: 150, down: 1_600, up: 750 }

const system = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** A browser of its own has an empty cache. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: system,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })

/** Milliseconds since the start of the navigation. */
export interface Visit {
  shown: number
  /** Until the app's own element replaces what the page's head has drawn. */
  usable: number
  firstPaint: number
  /** Requests that ended before the element showed. */
  requests: Exchange[]
  steps: number
}

/**
 * Opens an address in a new tab on the slow profile, until an element shows that no placeholder contains.
 */
export async function visit(context: BrowserContext, url: string, selector: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latency,
    downloadThroughput: (SLOW.down * 1000) / 8,
    uploadThroughput: (SLOW.up * 1000) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  const done = recordExchanges(session)
  await page.addInitScript(`for (const [name, selector] of ${JSON.stringify([
    ['shownAt', selector],
    ['usableAt', `${selector}:not(#skeleton *)`],
  ])}) {
    const look = () => {
      const found = document.querySelector(selector)
      if (found?.getClientRects().length && !found.closest('[aria-hidden="true"],[aria-busy="true"]'))
        requestAnimationFrame(() => (document.documentElement.dataset[name] = performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('html[data-shown-at][data-usable-at]').waitFor({ state: 'attached', timeout: 60_000 })
  const { shown, usable, firstPaint } = await page.evaluate(() => ({
    shown: Number(document.documentElement.dataset.shownAt),
    usable: Number(document.documentElement.dataset.usableAt),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const sorted = done.filter(({ url }) => !url.includes('favicon')).sort((a, b) => a.from - b.from)
  const begin = sorted[0]?.from ?? 0
  const requests = sorted.filter(({ to }) => (to - begin) * 1000 <= shown)
  await page.close()
  return { shown, usable, firstPaint, requests, steps: longestChain(requests) }
}

/** Milliseconds since the click on a row, without throttling. */
export interface Opened {
  /** Until the ticket's header is painted, which comes from the row. */
  head: number
  /** Until its messages are painted. */
  whole: number
}

/** Clicks a row and waits for the page of its ticket. */
export async function openTicket(page: Page, index: number): Promise<Opened> {
  await page.evaluate(`{
    const data = document.documentElement.dataset
    delete data.head
    delete data.whole
    document.querySelectorAll(${JSON.stringify(ROW)})[${index}].addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        const opened = /\\/tickets\\/[\\da-f-]{36}$/.test(location.pathname)
        const head = opened && document.querySelector('#main header')?.textContent.includes('Ticket #')
        const whole = head && document.querySelector('#main article:not([aria-busy])')
        requestAnimationFrame(() => {
          if (head) data.head ??= performance.now() - timeStamp
          if (whole) data.whole = performance.now() - timeStamp
        })
        if (!whole) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  }`)
  await page.locator(ROW).nth(index).click()
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  const since = async (name: string) => Number(await page.locator('html').getAttribute(`data-${name}`))
  return { head: await since('head'), whole: await since('whole') }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
