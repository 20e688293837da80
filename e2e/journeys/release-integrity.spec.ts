import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, people, test } from '../support/portal'
import { openAs } from '../support/session'

const release = z.looseObject({
  version: z.string(),
  contract: z.number(),
  start: z.array(z.string()),
  files: z.record(z.string(), z.string()),
  needs: z.record(z.string(), z.object({ range: z.string(), names: z.array(z.string()) })),
})
type Release = z.output<typeof release>
const portalSchema = z.looseObject({ remotes: z.record(z.string(), release) })

const WRONG_HASH = `sha384-${'A'.repeat(64)}`

/** Answers `/portal.json` with a changed entry of the customers' remote; `null` removes it. */
async function changeRemote(page: Page, change: (entry: Release) => unknown): Promise<void> {
  await page.route('**/portal.json', async (route) => {
    const response = await route.fetch()
    const portal = portalSchema.parse(await response.json())
    const { 'customer-portal': entry, ...others } = portal.remotes
    if (!entry) throw new Error('The build has no customer-portal')
    const changed = change(entry)
    const remotes = changed === null ? others : { ...others, 'customer-portal': changed }
    await route.fulfill({ response, json: { ...portal, remotes } })
  })
}

/** Addresses of the customers' remote that were requested. */
function watchRemote(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/remotes/customer-portal/')) requested.push(request.url())
  })
  return requested
}

const needing = (entry: Release, range: string, ...names: string[]) => ({
  ...entry,
  needs: { ...entry.needs, '@helpdesk/ui': { range, names } },
})
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome Back!' })

for (const [what, change, text] of [
  ['a newer contract', (entry) => ({ ...entry, contract: entry.contract + 1 }), 'A new version is available'],
  ['a newer shared library', (entry) => needing(entry, '^99.0.0'), 'A new version is available'],
  ['an older shared library', (entry) => needing(entry, '^0.0.1'), 'This part needs an update.'],
  [
    'an unknown export of a shared library',
    (entry) => needing(entry, entry.needs['@helpdesk/ui']?.range ?? '', 'HoloDeck'),
    'A new version is available',
  ],
] satisfies [string, (entry: Release) => unknown, string][]) {
  test(`a remote built for ${what} shows which side is older and runs no code`, async ({ page }) => {
    const requested = watchRemote(page)
    await changeRemote(page, change)
    await openAs(page, people.customer)
    await expect(page.getByText(text)).toBeVisible()
    expect(requested).toEqual([])
    await expect(page.getByRole('link', { name: 'My Tickets' })).toBeVisible()
  })
}

test('an earlier release is loaded when the current one does not fit', async ({ page }) => {
  await changeRemote(page, (entry) => ({ ...needing(entry, '^99.0.0'), previous: [entry] }))
  await openAs(page, people.customer)
  await expect(welcome(page)).toBeVisible()
})

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

// Why a failed verification is final: the browser does not remember it.
test('Chromium imports an address again whose verified preload failed', async ({ page }) => {
  await page.goto('/healthz')
  await page.route('**/module.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default 1' }),
  )
  const outcome = await page.evaluate(async (integrity) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      integrity,
      href: '/module.js',
    })
    const failed = new Promise((resolve) => (link.onerror = () => resolve('failed')))
    document.head.append(link)
    return [await failed, await import('/module.js' as string).then(() => 'imported')]
  }, WRONG_HASH)
  expect(outcome).toEqual(['failed', 'imported'])
})
