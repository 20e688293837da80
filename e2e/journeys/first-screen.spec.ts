import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, people, signOut, test } from '../support/portal'
import { layoutShift } from '../support/requests'
import { ageSession, openAs, startSession } from '../support/session'
import { watchSteps } from '../support/steps'

const REMEMBERED = 'helpdesk-start'
const firstRow = 'tbody tr a'
const AUTH_JS = '**/assets/auth-js-*.js'

const files = z.array(z.string())
const registry = z.object({
  remotes: z.record(
    z.string(),
    z.object({ base: z.string(), start: files, routes: z.array(z.object({ path: z.string(), files })) }),
  ),
})

/** Never answers for files of remotes that the registry does not list for a path: its first screen must not need them. */
async function holdUnlistedFiles(page: Page, path: string): Promise<void> {
  const { remotes } = registry.parse(await (await page.request.get('/portal.json')).json())
  const listed = Object.values(remotes).flatMap(({ base, start, routes }) => {
    const screens = routes.filter((route) => route.path === path)
    return [...start, ...screens.flatMap((screen) => screen.files)].map((file) => base + file)
  })
  await page.route('**/remotes/**', (route) =>
    listed.includes(new URL(route.request().url()).pathname) ? route.continue() : undefined,
  )
}

for (const [role, email, path] of [
  ['customer', people.customer, '/tickets'],
  ['agent', people.agent, '/tickets/assigned'],
  ['admin', people.admin, '/admin/tickets'],
] as const) {
  test(`the list of a ${role} needs at most four steps and reads everything once`, async ({ page }) => {
    // the visit before, which the browser remembers
    await openAs(page, email, path)
    await expect(page.locator(firstRow).first()).toBeVisible()
    await holdUnlistedFiles(page, path)
    const measured = await watchSteps(page, firstRow)
    await page.reload()
    const { steps, urls } = await measured()
    expect(steps).toBeLessThanOrEqual(4)
    const reads = urls.filter((url) => url.includes('/rest/v1/'))
    expect(reads.filter((url) => url.includes('list_tickets'))).toHaveLength(1)
    expect(new Set(reads).size).toBe(reads.length)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
}

test('the head script begins the reads of a ticket, and its page takes them over', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  await page.locator(firstRow).first().click()
  await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
  const measured = await watchSteps(page, '#main h1')
  await page.reload()
  const { steps, urls } = await measured()
  expect(urls.filter((url) => url.includes('get_ticket_detail'))).toHaveLength(1)
  expect(steps).toBeLessThanOrEqual(4)
})

test('shows the frame of the page and the workspace before any script has arrived', async ({ page }) => {
  await openAs(page, people.agent, '/tickets/assigned')
  await page.route('**/assets/*.js', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden()
})

test('sends no token to a backend that only the remembered registry names', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('foreign.test')) foreign.push(request.url())
  })
  await page.evaluate((key) => {
    const remembered: { supabase: object } = JSON.parse(localStorage.getItem(key) ?? '{}')
    remembered.supabase = { ...remembered.supabase, url: 'http://foreign.test' }
    localStorage.setItem(key, JSON.stringify(remembered))
  }, REMEMBERED)
  await page.reload()
  await expect(page.locator(firstRow).first()).toBeVisible()
  expect(foreign).toEqual([])
})

for (const [hint, change] of [
  ['another role', { role: 'agent' }],
  ['another user', { userId: '00000000-0000-4000-8000-000000000000' }],
  ['another home', { home: '/no/such/path' }],
  ['no remotes', { remotes: [] }],
  ['nonsense', { remotes: 7 }],
] as const)
  test(`opens the list although the browser remembers ${hint}`, async ({ page }) => {
    await openAs(page, people.customer, '/tickets')
    await page.evaluate(
      ([key, wrong]) =>
        localStorage.setItem(
          key,
          JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...wrong }),
        ),
      [REMEMBERED, change] as const,
    )
    await page.reload()
    await expect(page.locator(firstRow).first()).toBeVisible()
  })

/** Milliseconds from the start of the page to its request for auth-js. */
const authJsStart = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/auth-js-'))?.startTime,
  )

test('signs in with the stored session and requests auth-js after the first 2 seconds', async ({ page }) => {
  await startSession(page, people.customer)
  const requested = page.waitForResponse(AUTH_JS)
  await page.goto('/tickets')
  await expect(page.locator(firstRow).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  await requested
  expect(await authJsStart(page)).toBeGreaterThan(2_000)
})

test('opens the list without auth-js, whose file cannot be loaded, and signs out', async ({ page }) => {
  await startSession(page, people.customer)
  await page.route(AUTH_JS, (route) => route.abort())
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('/auth-js-'))
  await page.goto('/tickets')
  await expect(page.locator(firstRow).first()).toBeVisible()
  await tried
  const revoked = page.waitForResponse('**/auth/v1/logout*')
  await signOut(page)
  expect((await revoked).status()).toBe(204)
  expect(await page.evaluate(() => localStorage.getItem('helpdesk-auth'))).toBeNull()
})

for (const [when, secondsLeft] of [
  ['has expired', -3600],
  ['is about to expire', 60],
] as const)
  test(`refreshes a session that ${when} before the first read`, async ({ page }) => {
    await openAs(page, people.customer, '/tickets')
    await ageSession(page, secondsLeft)
    const order: string[] = []
    page.on('request', (request) => {
      const [call] = /\/auth\/v1\/token|\/rest\/v1\//.exec(request.url()) ?? []
      if (call) order.push(call)
    })
    await page.goto('/tickets')
    await expect(page.locator(firstRow).first()).toBeVisible()
    expect(order[0]).toBe('/auth/v1/token')
    expect(order.filter((call) => call === '/auth/v1/token')).toHaveLength(1)
    expect(await authJsStart(page)).toBeLessThan(2_000)
  })

test('forgets the start at sign-out', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  const remembered = () => page.evaluate((key) => localStorage.getItem(key), REMEMBERED)
  expect(await remembered()).not.toBeNull()
  await signOut(page)
  expect(await remembered()).toBeNull()
})
