import type { Page } from '@playwright/test'
import { z } from 'zod'
import { newMember, newTicket } from '../support/desk'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

const portalSchema = z.looseObject({ remotes: z.record(z.string(), z.looseObject({ version: z.string() })) })
type Entry = z.output<typeof portalSchema>['remotes'][string]

/** Releases: from now on `/portal.json` has another entry of the customers' remote. */
async function release(page: Page, change: (entry: Entry) => object): Promise<void> {
  await page.route('**/portal.json', async (route) => {
    const response = await route.fetch()
    const portal = portalSchema.parse(await response.json())
    const { 'customer-portal': entry = { version: '' } } = portal.remotes
    const remotes = { ...portal.remotes, 'customer-portal': { ...entry, ...change(entry) } }
    await route.fulfill({ response, json: { ...portal, remotes } })
  })
}

/** The next release: the same files at another address. */
async function serveNext(page: Page): Promise<(entry: Entry) => object> {
  await page.route('**/remotes/next/**', async (route) => {
    const url = route.request().url().replace('/remotes/next/', '/remotes/customer-portal/')
    await route.continue({ url })
  })
  return ({ version }) => ({ version: `${version}-next`, base: '/remotes/next/' })
}

/** Comes back to the tab until the page has read `/portal.json` again. */
async function comeBack(page: Page): Promise<void> {
  let reads = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/portal.json')) reads += 1
  })
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(reads).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
}

const loads = (page: Page) => page.evaluate(() => performance.timeOrigin)
const list = (page: Page) => page.getByRole('link', { name: 'My Tickets' }).first()

test('an open session takes a new release with the next navigation and keeps the draft', async ({ page }) => {
  const customer = await newMember('Nora Next')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await box(page).fill('Half a thought')
  const before = await loads(page)
  const next = await serveNext(page)
  await release(page, next)
  await comeBack(page)
  await expect(box(page)).toHaveValue('Half a thought')
  expect(await loads(page)).toBe(before)

  const entry = page.waitForRequest('**/remotes/next/remoteEntry.js')
  await list(page).click()
  expect((await (await entry).response())?.status()).toBe(200)
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(page.getByRole('heading', { name: 'My Tickets' })).toBeVisible()
  expect(await loads(page)).not.toBe(before)
  await page.goBack()
  await expect(box(page)).toHaveValue('Half a thought')
})

test('an open session leaves a disabled remote with the next navigation', async ({ page }) => {
  const customer = await newMember('Kai Killed')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await expect(box(page)).toBeVisible()
  await release(page, () => ({ disabled: true }))
  await comeBack(page)
  await expect(box(page)).toBeVisible()
  await list(page).click()
  await expect(page.getByText('It is currently switched off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('a canary reaches its users only', async ({ page }) => {
  const customer = await newMember('Cleo Canary')
  const next = await serveNext(page)
  const canary = (percent: number) => (entry: Entry) => ({
    canary: { percent, release: { ...entry, ...next(entry) } },
  })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const entries = () =>
    requested.filter((url) => /remoteEntry\.js/.test(url)).map((url) => new URL(url).pathname)
  await release(page, canary(0))
  await openAs(page, customer.email)
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  expect(new Set(entries())).toEqual(new Set(['/remotes/customer-portal/remoteEntry.js']))
  requested.length = 0
  await page.unroute('**/portal.json')
  await release(page, canary(100))
  // otherwise the head script preloads files of the release before, which do not run
  await page.evaluate(() => localStorage.removeItem('helpdesk-start'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  expect(new Set(entries())).toEqual(new Set(['/remotes/next/remoteEntry.js']))
})
