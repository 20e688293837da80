import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, people, test } from '../support/portal'
import { openAs } from '../support/session'

const release = z.looseObject({
  version: z.string(),
  start: z.array(z.string()),
  files: z.record(z.string(), z.string()),
})
type Release = z.output<typeof release>
const portalSchema = z.looseObject({ remotes: z.record(z.string(), release) })

const WRONG_HASH = `sha384-${'A'.repeat(64)}`

/** Answers `/portal.json` with a changed entry of a remote; `null` removes it. */
async function changeRemote(
  page: Page,
  change: (entry: Release) => unknown,
  name = 'customer-portal',
): Promise<void> {
  await page.route('**/portal.json', async (route) => {
    const response = await route.fetch()
    const portal = portalSchema.parse(await response.json())
    const { [name]: entry, ...others } = portal.remotes
    if (!entry) throw new Error(`The build has no ${name}`)
    const changed = change(entry)
    const remotes = changed === null ? others : { ...others, [name]: changed }
    await route.fulfill({ response, json: { ...portal, remotes } })
  })
}

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome Back!' })

for (const [what, change] of [
  ['is missing', () => null],
  ['has a broken entry', (entry) => ({ ...entry, contract: 'one' })],
  ['lacks the hash of its entry', (entry) => ({ ...entry, files: {} })],
  [
    'lacks the hash of a start file',
    (entry) => ({ ...entry, files: { 'remoteEntry.js': entry.files['remoteEntry.js'] ?? '' } }),
  ],
  [
    'has another entry than released',
    (entry) => ({ ...entry, files: { ...entry.files, 'remoteEntry.js': WRONG_HASH } }),
  ],
  [
    'has another start file than released',
    (entry) => ({ ...entry, files: { ...entry.files, [entry.start.at(-1) ?? '']: WRONG_HASH } }),
  ],
] satisfies [string, (entry: Release) => unknown][]) {
  test(`a remote that ${what} shows Retry, which loads it once it is mended`, async ({ page }) => {
    await changeRemote(page, change)
    await openAs(page, people.customer)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await expect(welcome(page)).toBeHidden()
    await page.unroute('**/portal.json')
    await retry.click()
    await expect(welcome(page)).toBeVisible()
  })
}

test('a broken remote leaves the others alone', async ({ page }) => {
  await changeRemote(page, () => null)
  await openAs(page, people.admin)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.goto('/tickets/unassigned')
  await expect(page.getByRole('heading', { name: 'Unassigned Tickets' })).toBeVisible()
})

test('a screen with another file than released does not run', async ({ page }) => {
  await page.route('**/remotes/customer-portal/assets/MyTickets-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.forged = true; export {}' }),
  )
  await openAs(page, people.customer)
  await page.getByRole('link', { name: 'My Tickets' }).first().click()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
})

// Its file is in no list of a screen's first files: the dynamic import itself compares it.
test('a part that is loaded later does not run with another file than released, or without a hash', async ({
  page,
}) => {
  const part = '**/remotes/agent-workspace/assets/MacrosScreen-*.js'
  const reload = page.getByRole('button', { name: 'Reload' })
  const isForged = () => page.evaluate(() => 'forged' in globalThis)
  await page.route(part, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.forged = true; export {}' }),
  )
  await openAs(page, people.agent, '/dashboard/agent/macros')
  await expect(reload).toBeVisible()
  expect(await isForged()).toBe(false)

  await page.unroute(part)
  const hasNoHash = ({ files, ...entry }: Release) => ({
    ...entry,
    files: Object.fromEntries(Object.entries(files).filter(([file]) => !file.includes('MacrosScreen-'))),
  })
  await changeRemote(page, hasNoHash, 'agent-workspace')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.reload()
  await expect(reload).toBeVisible()
  expect(requested.filter((url) => url.includes('MacrosScreen-'))).toEqual([])

  await page.unroute('**/portal.json')
  await reload.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Macros' })).toBeVisible()
})
