import { expect, test } from '../support/portal'
import { watchForScripts } from '../support/script-watch'
import { vectors, xssWorkspace, type XssWorkspace } from '../support/xss-workspace'
import { shownVectors, visitScreens } from '../support/xss-screens'

// Without the content security policy, which would hide vectors that run; in a tall window, so that virtualized lists
// render all rows.
test.use({ bypassCSP: true, viewport: { width: 1440, height: 6000 } })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let workspace: XssWorkspace
test.beforeAll(async () => {
  workspace = await xssWorkspace()
})

test('has more than forty distinct vectors', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(40)
  expect(new Set(vectors).size).toBe(vectors.length)
})

test('positive control: detects vectors that run', async ({ page }) => {
  const { found, inspect } = await watchForScripts(page)
  await page.goto('/auth/login')
  await page.evaluate(
    (texts) => {
      for (const text of texts) document.body.insertAdjacentHTML('beforeend', `<div>${text}</div>`)
    },
    vectors.slice(0, 30),
  )
  await expect.poll(() => found.filter((what) => what.startsWith('ran: alert')).length).toBeGreaterThan(5)
  await inspect('/auth/login')
  expect(found.filter((what) => what.startsWith('request: ')).length).toBeGreaterThan(1)
  expect(found.filter((what) => what.startsWith('/auth/login: ')).length).toBeGreaterThan(10)
})

test('renders every vector as text for a customer', async ({ page }) => {
  const { found, texts } = await visitScreens(page, workspace.customer.email, [
    `/tickets/${workspace.ticket}`,
    `/tickets/${workspace.closed}`,
    '/tickets',
    '/dashboard/customer',
    '/settings',
  ])
  expect(found).toEqual([])
  expect(shownVectors(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shownVectors(texts[2] ?? '').length).toBeGreaterThanOrEqual(40)
})

test('renders every vector as text for an agent', async ({ page }) => {
  const { found, texts } = await visitScreens(page, workspace.agent.email, [
    `/tickets/${workspace.ticket}`,
    `/tickets/${workspace.closed}`,
    '/tickets/unassigned',
    '/tickets/assigned',
    '/dashboard/agent',
    '/dashboard/agent/macros',
  ])
  expect(found).toEqual([])
  expect(shownVectors(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shownVectors(`${texts[2]} ${texts[3]}`).length).toBeGreaterThanOrEqual(40)
})

test('renders every vector as text for an admin', async ({ page }) => {
  const { found, texts } = await visitScreens(page, workspace.admin.email, [
    `/tickets/${workspace.ticket}`,
    '/admin/tickets',
    '/admin/dashboard',
    '/admin/users',
    '/admin/console',
    '/admin/reports',
    '/admin/settings',
    '/mail',
  ])
  expect(found).toEqual([])
  expect(shownVectors(texts[0] ?? '')).toHaveLength(vectors.length)
  expect(shownVectors(texts[1] ?? '').length).toBeGreaterThanOrEqual(40)
})
