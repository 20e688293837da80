import { expect, test } from '../support/portal'
import { watchForScripts } from '../support/sentinel'
import { vectors, xssDesk, type XssDesk } from '../support/xss-desk'
import { shown, tour } from '../support/xss-tour'

// Without the page's policy, so that what would be held back by it is found as well; a tall window, so that lists that
// draw only what is seen draw all.
test.use({ bypassCSP: true, viewport: { width: 1440, height: 6000 } })
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let desk: XssDesk
test.beforeAll(async () => {
  desk = await xssDesk()
})

test('has more than forty distinct vectors', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(40)
  expect(new Set(vectors).size).toBe(vectors.length)
})

test('positive control: detects vectors that run', async ({ page }) => {
  const { found, look } = await watchForScripts(page)
  await page.goto('/auth/login')
  await page.evaluate(
    (texts) => {
      for (const text of texts) document.body.insertAdjacentHTML('beforeend', `<div>${text}</div>`)
    },
    vectors.slice(0, 30),
  )
  await expect.poll(() => found.filter((what) => what.startsWith('ran: alert')).length).toBeGreaterThan(5)
  await look('/auth/login')
  expect(found.filter((what) => what.startsWith('request: ')).length).toBeGreaterThan(1)
  expect(found.filter((what) => what.startsWith('/auth/login: ')).length).toBeGreaterThan(10)
})

test('renders every vector as text for a customer', async ({ page }) => {
  const { found, texts } = await tour(page, desk.customer.email, [
    `/tickets/${desk.ticket}`,
    `/tickets/${desk.closed}`,
    '/tickets',
    '/dashboard/customer',
    '/settings',
  ])
  expect(found).toEqual([])
  expect(shown(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shown(texts[2] ?? '').length).toBeGreaterThanOrEqual(40)
})

test('renders every vector as text for an agent', async ({ page }) => {
  const { found, texts } = await tour(page, desk.agent.email, [
    `/tickets/${desk.ticket}`,
    `/tickets/${desk.closed}`,
    '/tickets/unassigned',
    '/tickets/assigned',
    '/dashboard/agent',
    '/dashboard/agent/macros',
  ])
  expect(found).toEqual([])
  expect(shown(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shown(`${texts[2]} ${texts[3]}`).length).toBeGreaterThanOrEqual(40)
})

test('renders every vector as text for an admin', async ({ page }) => {
  const { found, texts } = await tour(page, desk.admin.email, [
    `/tickets/${desk.ticket}`,
    '/admin/tickets',
    '/admin/dashboard',
    '/admin/users',
    '/admin/console',
    '/admin/reports',
    '/admin/settings',
    '/mail',
  ])
  expect(found).toEqual([])
  expect(shown(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shown(texts[1] ?? '').length).toBeGreaterThanOrEqual(40)
})
