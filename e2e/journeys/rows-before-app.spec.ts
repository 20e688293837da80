import type { Page } from '@playwright/test'
import { expect, people, test } from '../support/portal'
import { layoutShift } from '../support/requests'
import { openAs } from '../support/session'

/** Of the app: the page's head may draw the rows before it. */
const firstRow = '#main tbody tr a'

/** Holds the shell's start file, as a slow line does, while the rest arrives. @returns the release */
async function holdStart(page: Page): Promise<() => void> {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/start-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

const places = (page: Page, rows: string) =>
  page
    .locator(rows)
    .evaluateAll((all) => all.slice(0, 5).map((row) => Math.round(row.getBoundingClientRect().top)))

/** What the first rows show; tags come with the app. */
const texts = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((all) =>
    all.slice(0, 5).map((row) => {
      const copy = row.cloneNode(true) as Element
      for (const tag of copy.querySelectorAll('[data-tag]')) tag.remove()
      return copy.textContent
    }),
  )

/** Reloads the page and compares the rows that its head shows with those of the app. */
async function expectSamePlaces(page: Page, heading: string) {
  // An age that grows by a minute between both is no difference of their rows.
  await page.clock.setFixedTime(Date.now())
  const release = await holdStart(page)
  await page.reload({ waitUntil: 'commit' })
  const preview = page.locator('#skeleton article')
  await expect.poll(() => preview.count()).toBe(1)
  expect(await preview.locator('h1').textContent()).toBe(heading)
  const shown = await texts(page, '#skeleton tbody tr')
  const early = await places(page, '#skeleton tbody tr')
  release()
  await expect(page.locator('#main tbody tr').first()).toBeVisible()
  expect(await places(page, '#main tbody tr:not([aria-hidden])')).toEqual(early)
  expect(await texts(page, '#main tbody tr:not([aria-hidden])')).toEqual(shown)
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
}

for (const width of [360, 1440])
  for (const [role, email, path, heading] of [
    ['customer', people.customer, '/tickets', 'My Tickets'],
    ['agent', people.agent, '/tickets/assigned', 'My Assigned Tickets'],
    ['agent', people.agent, '/tickets/unassigned', 'Unassigned Tickets'],
  ] as const)
    test(`shows the rows of ${path} to a ${role} before the app, at their places (${width} px)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      // Without live changes: what other journeys raise would stand above the rows that the preview has shown.
      await page.routeWebSocket('**/realtime/**', () => {})
      await openAs(page, email, path)
      await expect(page.locator(firstRow).first()).toBeVisible()
      await expectSamePlaces(page, heading)
    })

for (const width of [360, 1440])
  test(`shows compact rows before the app to an agent who chose them (${width} px)`, async ({ page }) => {
    await page.routeWebSocket('**/realtime/**', () => {})
    await openAs(page, people.agent, '/tickets/unassigned')
    const compact = page.getByRole('button', { name: 'Compact rows' })
    const rowHeight = async () => (await page.locator('#main tbody tr').first().boundingBox())?.height
    const press = async () => {
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await compact.click()
      await saved
    }
    await expect.poll(rowHeight).toBe(56)
    await press()
    await expect.poll(rowHeight).toBe(32)
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(rowHeight).toBe(width === 360 ? 84 : 32)
    await expectSamePlaces(page, 'Unassigned Tickets')
    expect(await rowHeight()).toBe(width === 360 ? 84 : 32)
    await page.setViewportSize({ width: 1440, height: 800 })
    await press()
    await expect.poll(rowHeight).toBe(56)
  })

test('opens a ticket from the rows that are shown before the app', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  const release = await holdStart(page)
  await page.reload({ waitUntil: 'commit' })
  const link = page.locator('#skeleton tbody a').first()
  await expect.poll(() => link.count()).toBe(1)
  // a locator would wait for the app
  await page.evaluate(() => document.querySelector<HTMLElement>('#skeleton tbody a')?.click())
  release()
  await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
  await expect(page.locator('#main h1')).toBeVisible()
})

test('draws no rows with a script that is not the released one', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  // an answer that the reload cuts off never finishes
  await expect(page.locator(firstRow).first()).toBeVisible()
  let served = 0
  await page.route('**/assets/preview-*.js', async (route) => {
    served += 1
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `document.title = 'Other code';${await answer.text()}` })
  })
  const release = await holdStart(page)
  const read = page.waitForResponse('**/rpc/list_tickets*')
  await page.reload({ waitUntil: 'commit' })
  await (await read).finished()
  await expect.poll(() => served).toBeGreaterThan(0)
  // longer than the rows are held back
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_500)
  expect(await page.locator('#skeleton article').count()).toBe(0)
  release()
  await expect(page.locator('#main tbody a').first()).toBeVisible()
  await expect(page).not.toHaveTitle('Other code')
})

test('sends the first reads before the app keeps the device busy', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  await expect(page.locator(firstRow).first()).toBeVisible()
  // React calls the hook when its code runs
  await page.addInitScript(`{
    globalThis.order = []
    const inject = () => order.push('app')
    globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, inject, onCommitFiberRoot() {} }
    const { fetch } = globalThis
    globalThis.fetch = (...request) => {
      if (String(request[0]).includes('/rpc/list_tickets')) order.push('rows')
      return fetch(...request)
    }
  }`)
  // without timers the app waits for the registry alone
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const entry = page.waitForResponse('**/assets/start-*.js')
  await page.route('**/portal.json', async (route) => {
    await (await entry).finished()
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate('order')).toEqual(['rows', 'app'])
})
