import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, people, signIn, test } from '../support/portal'

const screens = {
  anyone: [
    '/auth/login',
    '/auth/signup',
    '/auth/reset-password',
    '/auth/reset-password?token_hash=none&type=recovery',
    '/auth/callback?token_hash=none&type=email',
    '/auth/callback?error_code=otp_expired',
  ],
  [people.customer]: [
    '/dashboard/customer',
    '/tickets',
    '/tickets/new',
    '/settings',
    '/tickets/00000000-0000-4000-8000-000000000000',
  ],
  [people.agent]: [
    '/dashboard/agent',
    '/tickets/assigned',
    '/tickets/unassigned',
    '/dashboard/agent/views',
    '/dashboard/agent/settings',
    '/dashboard/agent/macros',
  ],
  [people.admin]: [
    '/admin/dashboard',
    '/admin/tickets',
    '/admin/invites',
    '/admin/users',
    '/admin/audit',
    '/admin/console',
    '/admin/settings',
    '/admin/settings/workspace',
    '/admin/settings/tags',
    '/admin/settings/macros',
    '/admin/reports',
  ],
}

async function check(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' | ')}`),
    what,
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${what}: nothing runs out of the page sideways`).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [who, paths] of Object.entries(screens)) {
    test(`axe finds nothing: ${who}, ${colorScheme}, wide and 360 px`, async ({ page }) => {
      test.setTimeout(300_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (who !== 'anyone') await signIn(page, who)
      for (const path of paths) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(path)
        await check(page, `${path} ${colorScheme} 1440`)
        await page.setViewportSize({ width: 360, height: 740 })
        await check(page, `${path} ${colorScheme} 360`)
      }
      if (who === people.customer || who === people.agent) {
        await page.goto(who === people.customer ? '/tickets' : '/tickets/unassigned')
        await page
          .getByRole('row')
          .filter({ has: page.getByRole('link') })
          .first()
          .click()
        await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
        // the list's heading may still be there
        await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
        await check(page, `a ticket ${colorScheme} 360`)
        await page.setViewportSize({ width: 1440, height: 900 })
        await check(page, `a ticket ${colorScheme} 1440`)
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing where a remote is down, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.route('**/remotes/customer-portal/**', (route) => route.abort())
    await signIn(page, people.customer)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await check(page, `remote down ${colorScheme} ${width}`)
    }
  })
}
