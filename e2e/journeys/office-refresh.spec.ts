import type { Page } from '@playwright/test'
import { openWorkspace } from '@helpdesk/testing/workspace'
import { startStack, type Stack } from '@helpdesk/testing/stack'
import { expect, test as base } from '../support/portal'
import { ageSession, openAs } from '../support/session'
import { box } from '../support/ticket-page'

/**
 * One refresh every five seconds: at the four a second of other portals, a page may be the one that gets the next. Each journey
 * has its own, whose limit is not used up yet.
 */
const test = base.extend<{ portal: Stack; workspace: ReturnType<typeof openWorkspace> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  portal: async ({}, provide) => {
    const portal = await startStack({ static: true, env: { HELPDESK_RATE_LIMITS: 'token_refresh=60' } })
    await provide(portal)
    await portal.stop()
  },
  workspace: async ({ portal }, provide) => {
    const workspace = openWorkspace(portal)
    await provide(workspace)
    await workspace.db.end()
  },
  baseURL: async ({ portal }, provide) => provide(portal.url),
})

const refreshes = '/auth/v1/token?grant_type=refresh_token'

/** Refreshes from the address of the page, as the other clients of its office do. */
function office(portal: Stack) {
  let busy = true
  const ask = () =>
    fetch(portal.url + refreshes, {
      method: 'POST',
      headers: { apikey: portal.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: 'abcdefghijkl' }),
    }).then((answer) => answer.status)
  const done = (async () => {
    while (busy) await Promise.all(Array.from({ length: 10 }, ask))
  })()
  return {
    /** Resolves once the server limits the office. */
    full: () => expect.poll(ask).toBe(429),
    async goesQuiet() {
      busy = false
      await done
    },
  }
}

/** What the page got for its refreshes, and the addresses that it showed. */
function watch(page: Page) {
  const answers: number[] = []
  const addresses: string[] = []
  page.on('response', (response) => response.url().includes(refreshes) && answers.push(response.status()))
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
  return { answers, addresses }
}

const expectSignedIn = async (page: Page, { answers, addresses }: ReturnType<typeof watch>) => {
  await expect.poll(() => answers.at(-1)).toBe(200)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: /session has expired/i })).toHaveCount(0)
  expect(addresses.filter((address) => address.startsWith('/auth'))).toEqual([])
}

test('a page opened while its office is limited waits for its session instead of the sign-in', async ({
  page,
  portal,
  workspace,
}) => {
  const customer = await workspace.newMember('Olga Office')
  const ticket = await workspace.newTicket(customer)
  await openAs(page, customer.email, '/', portal)
  const others = office(portal)
  await others.full()
  const seen = watch(page)
  // Again where the page was the one client of its office that got the refresh of these seconds.
  await expect(async () => {
    await ageSession(page, -60)
    await page.goto(`${portal.url}/tickets/${ticket}`)
    await expect.poll(() => seen.answers.length).toBeGreaterThan(0)
    expect(seen.answers.at(-1)).toBe(429)
  }).toPass()
  await others.goesQuiet()
  await expectSignedIn(page, seen)
  await expect(page).toHaveURL(new RegExp(ticket))
})

test('an open page whose office is limited keeps its screen and what was typed', async ({
  page,
  portal,
  workspace,
}) => {
  const customer = await workspace.newMember('Otto Open')
  const ticket = await workspace.newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`, portal)
  await box(page).fill('Written in a busy office')
  const others = office(portal)
  await others.full()
  const seen = watch(page)
  await page.evaluate(() => {
    const session: object = JSON.parse(localStorage.getItem('helpdesk-auth') ?? '{}')
    const expires_at = Math.floor(Date.now() / 1000) - 60
    localStorage.setItem('helpdesk-auth', JSON.stringify({ ...session, expires_at }))
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => seen.answers).toContain(429)
  await others.goesQuiet()
  await expectSignedIn(page, seen)
  await expect(page.getByText('Written in a busy office')).toBeVisible()
  await expect(page.getByText('Not sent')).toHaveCount(0)
})
