import { expect, people, test } from '../support/portal'
import { openAs, startSession } from '../support/session'

const paths = [
  [people.customer, '/dashboard', 'Welcome Back!'],
  [people.customer, '/dashboard/customer', 'Welcome Back!'],
  [people.customer, '/tickets', 'My Tickets'],
  [people.customer, '/tickets/new', 'Create New Ticket'],
  [people.customer, '/settings', 'Settings'],
  [people.agent, '/dashboard', 'Agent Dashboard'],
  [people.agent, '/dashboard/agent', 'Agent Dashboard'],
  [people.agent, '/tickets/assigned', 'My Assigned Tickets'],
  [people.agent, '/tickets/unassigned', 'Unassigned Tickets'],
  [people.agent, '/dashboard/agent/tickets', 'My Assigned Tickets'],
  [people.agent, '/dashboard/agent/settings', 'Settings'],
  [people.admin, '/dashboard', 'Admin Dashboard'],
  [people.admin, '/admin', 'Admin Dashboard'],
  [people.admin, '/admin/dashboard', 'Admin Dashboard'],
  [people.admin, '/admin/tickets', 'All Tickets'],
  [people.admin, '/admin/invites', 'Invites'],
  [people.admin, '/admin/users', 'Users'],
  [people.admin, '/admin/audit', 'Audit log'],
  [people.admin, '/admin/health', 'Health'],
  [people.admin, '/admin/console', 'Admin Console'],
  [people.admin, '/admin/settings', 'Settings'],
  [people.admin, '/admin/reports', 'Reports'],
  [people.admin, '/dashboard/agent', 'Agent Dashboard'],
  [people.admin, '/tickets/unassigned', 'Unassigned Tickets'],
] as const

for (const email of [people.customer, people.agent, people.admin]) {
  test(`every path of ${email} opens its screen as the first page`, async ({ page }) => {
    await startSession(page, email)
    for (const [, path, heading] of paths.filter(([who]) => who === email)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible()
    }
  })
}

for (const email of [people.customer, people.agent, people.admin]) {
  test(`every menu entry of ${email} opens a screen`, async ({ page }) => {
    await openAs(page, email)
    const menu = page.getByRole('navigation').first()
    const count = await menu.getByRole('link').count()
    expect(count).toBeGreaterThan(1)
    for (let entry = 0; entry < count; entry++) {
      await menu.getByRole('link').nth(entry).click()
      await expect(menu.getByRole('link').nth(entry)).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Oops!')).toHaveCount(0)
    }
  })
}
