import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { expect, people, test } from '../support/portal'
import { openAs, startSession } from '../support/session'

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
    '/dashboard/agent/unmatched',
  ],
  [people.admin]: [
    '/admin/dashboard',
    '/admin/tickets',
    '/admin/invites',
    '/admin/users',
    '/admin/audit',
    '/admin/health',
    '/admin/console',
    '/admin/settings',
    '/admin/settings/workspace',
    '/admin/settings/email',
    '/admin/settings/email?part=outbox',
    '/admin/settings/email?part=unmatched',
    '/admin/settings/email?part=undeliverable',
    '/admin/settings/email?part=blocked',
    '/admin/settings/tags',
    '/admin/settings/macros',
    '/admin/reports',
  ],
}

async function check(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleInBothSchemes(page, what)
}

for (const [user, paths] of Object.entries(screens)) {
  test(`screens of ${user} are accessible, light and dark, wide and 360 px`, async ({ page }) => {
    // Eleven screens, four times each, on a busy machine.
    test.setTimeout(600_000)
    if (user !== 'anyone') await startSession(page, user)
    for (const path of paths) {
      await page.goto(path)
      await check(page, path)
    }
    if (user === people.customer || user === people.agent) {
      await page.goto(user === people.customer ? '/tickets' : '/tickets/unassigned')
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('link') })
        .first()
        .click()
      await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
      // The heading of the list may still be visible.
      await expect(page.locator('article:not([aria-busy]) h1')).toBeVisible()
      await check(page, 'a ticket')
    }
  })
}

test('the screen of a failed remote is accessible, light and dark', async ({ page }) => {
  await page.route('**/remotes/customer-portal/**', (route) => route.abort())
  await openAs(page, people.customer)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await check(page, 'remote down')
})
