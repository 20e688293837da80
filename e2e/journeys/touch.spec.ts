import { expect, people, test } from '../support/portal'
import { startSession } from '../support/session'
import { settled } from '../support/settled'
import { expectTouchTargets } from '../support/touch'

// Queue, filters and ticket of agents: triage-by-keyboard.spec.
const screens = {
  [people.customer]: ['/dashboard/customer', '/tickets', '/tickets/new', '/settings'],
  [people.agent]: ['/dashboard/agent', '/tickets/new-for', '/dashboard/agent/macros'],
  [people.admin]: [
    '/admin/users',
    '/admin/invites',
    '/admin/reports',
    '/admin/settings/email',
    '/admin/settings/workspace',
  ],
}

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

for (const [user, paths] of Object.entries(screens))
  test(`controls of ${user} are large enough for fingers`, async ({ page }) => {
    await startSession(page, user)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      await expectTouchTargets(page, path)
    }
  })
