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
      routes: z.array(z.object({ path: z.string(), files, preview: z.optional(z.string()) })),
    }),
  ),
})

/** Addresses of the files that the registry lists for a path, of one remote or all. */
async function listedFiles(page: Page, path: string, remote = ''): Promise<string[]> {
  const { remotes } = registry.parse(await (await page.request.get('/portal.json')).json())
  const wanted = Object.entries(remotes).filter(([name]) => name.includes(remote))
  return wanted.flatMap(([, { base, start, routes }]) => {
    const screens = routes.filter((route) => route.path === path)
    const own = screens.flatMap((screen) => [...screen.files, ...(screen.preview ? [screen.preview] : [])])
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
      await openAs(page, email, path)
      await expect(page.locator(firstRow).first()).toBeVisible()
      const release = await holdStart(page)
      await page.reload({ waitUntil: 'commit' })
      const preview = page.locator('#skeleton article')
      await expect.poll(() => preview.count()).toBe(1)
      expect(await preview.locator('h1').textContent()).toBe(heading)
      const subjects = await preview.locator('tbody a').allTextContents()
      const early = await places(page, '#skeleton tbody tr')
      release()
      await expect(page.locator('#main tbody tr').first()).toBeVisible()
      expect(await places(page, '#main tbody tr:not([aria-hidden])')).toEqual(early)
      const rows = await page.locator('#main tbody').innerText()
      for (const subject of subjects.slice(0, 5)) expect(rows).toContain(subject)
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
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
