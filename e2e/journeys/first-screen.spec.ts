import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, people, signOut, test } from '../support/portal'
import { layoutShift } from '../support/requests'
import { ageSession, openAs, startSession } from '../support/session'
import { countSteps } from '../support/steps'

const REMEMBERED = 'helpdesk-start'
/** Of the app: the page's head may draw the rows before it. */
const firstRow = '#main tbody tr a'
const AUTH_JS = '**/assets/auth-js-*.js'

const files = z.array(z.string())
const registry = z.object({
  remotes: z.record(
    z.string(),
    z.object({
      base: z.string(),
      start: files,
      routes: z.array(z.object({ path: z.string(), files, template: z.optional(z.string()) })),
    }),
  ),
})

/** Addresses of the files that the registry lists for a path, of one remote or all. */
async function listedFiles(page: Page, path: string, remote = ''): Promise<string[]> {
  const { remotes } = registry.parse(await (await page.request.get('/portal.json')).json())
  const wanted = Object.entries(remotes).filter(([name]) => name.includes(remote))
  return wanted.flatMap(([, { base, start, routes }]) => {
    const screens = routes.filter((route) => route.path === path)
    const own = screens.flatMap((screen) => [...screen.files, ...(screen.template ? [screen.template] : [])])
    return [...start, ...own].map((file) => base + file)
  })
}

for (const [role, email, path, read, shown] of [
  ['customer', people.customer, '/tickets', 'list_tickets', firstRow],
  ['agent', people.agent, '/tickets/assigned', 'list_tickets', firstRow],
  ['admin', people.admin, '/admin/tickets', 'list_tickets', firstRow],
  ['customer', people.customer, '/dashboard/customer', 'get_customer_dashboard', 'a[aria-label^="View"]'],
] as const) {
  test(`${path} of a ${role} needs at most four steps and reads everything once`, async ({ page }) => {
    // the visit before, which the browser remembers
    await openAs(page, email, path)
    await expect(page.locator(shown).first()).toBeVisible()
    const listed = await listedFiles(page, path)
    const { steps, urls } = await countSteps(page, shown, path)
    expect(steps).toBeLessThanOrEqual(4)
    const files = urls.map((url) => new URL(url).pathname).filter((file) => file.startsWith('/remotes/'))
    expect(files.filter((file) => !listed.includes(file))).toEqual([])
    const reads = urls.filter((url) => url.includes('/rest/v1/'))
    expect(reads.filter((url) => url.includes(read))).toHaveLength(1)
    expect(new Set(reads).size).toBe(reads.length)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
}

for (const [role, email, list, remote] of [
  ['customer', people.customer, '/tickets', 'customer-portal'],
  ['agent', people.agent, '/tickets/assigned', 'agent-workspace'],
] as const)
  test(`loads the ticket page of a ${role} ahead, but no file of another screen before the rows`, async ({
    page,
  }) => {
    await openAs(page, email, list)
    await expect(page.locator(firstRow).first()).toBeVisible()
    const own = await listedFiles(page, list, remote)
    const next = await listedFiles(page, '/tickets/:id', remote)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    let early: string[] | undefined
    await page.route('**/rpc/list_tickets*', async (route) => {
      // the remote is loaded, and the browser is idle
      await expect.poll(() => page.evaluate(() => 'helpdeskVerify' in globalThis)).toBe(true)
      await page.waitForTimeout(3_000)
      early ??= requested.filter((file) => file.startsWith('/remotes/') && !own.includes(file))
      await route.continue()
    })
    await page.reload()
    await expect(page.locator(firstRow).first()).toBeVisible()
    expect(early).toEqual([])
    await expect.poll(() => requested).toEqual(expect.arrayContaining(next))
  })

for (const [role, email, list] of [
  ['customer', people.customer, '/tickets'],
  ['agent', people.agent, '/tickets/assigned'],
  ['admin', people.admin, '/admin/tickets'],
] as const)
  test(`reads a ticket once, by its id and by its number, as ${role}`, async ({ page }) => {
    await openAs(page, email, list)
    await page.locator(firstRow).first().click()
    await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
    const number = /Ticket #(\d+)/.exec(await page.locator('#main header').innerText())?.[1]
    for (const address of [page.url(), `/tickets/${number}`]) {
      const { steps, urls } = await countSteps(page, '#main h1', address)
      expect(urls.filter((url) => url.includes('get_ticket_detail'))).toHaveLength(1)
      expect(steps).toBeLessThanOrEqual(4)
    }
  })

test('shows the frame of the page and the workspace before any script has arrived', async ({ page }) => {
  await openAs(page, people.agent, '/tickets/assigned')
  await page.route(/\/assets\/.*\.js|\/rest\/v1\//, () => undefined)
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
    // What waits for two seconds, as auth-js does while the session is valid, never comes.
    await page.addInitScript(() => {
      const setTimer = window.setTimeout.bind(window)
      window.setTimeout = ((run: () => void, delay = 0) =>
        setTimer(run, delay < 2_000 ? delay : 2 ** 31 - 1)) as typeof window.setTimeout
    })
    const order: string[] = []
    page.on('request', (request) => {
      const [call] = /\/auth\/v1\/token|\/rest\/v1\//.exec(request.url()) ?? []
      if (call) order.push(call)
    })
    await page.goto('/tickets')
    await expect(page.locator(firstRow).first()).toBeVisible()
    expect(order[0]).toBe('/auth/v1/token')
    expect(order.filter((call) => call === '/auth/v1/token')).toHaveLength(1)
  })

test('forgets the start at sign-out', async ({ page }) => {
  await openAs(page, people.customer, '/tickets')
  const remembered = () => page.evaluate((key) => localStorage.getItem(key), REMEMBERED)
  expect(await remembered()).not.toBeNull()
  await signOut(page)
  expect(await remembered()).toBeNull()
})
