import { expectAccessibleInBothSchemes } from '../support/accessible'
import { people, expect, test } from '../support/portal'
import { openAs } from '../support/session'

const reference = /^Reference [2-9A-Z]{4}-[2-9A-Z]{2}$/

test('an error names its request, by which it is found in the log', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(people.customer)
  await page.getByLabel('Password', { exact: true }).fill('Guessed1234')
  const refused = page.waitForResponse('**/auth/v1/token?**')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const id = (await refused).headers()['x-request-id']
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).first()
  await expect(alert.getByText(reference)).toHaveText(`Reference ${id}`)
  await expectAccessibleInBothSchemes(page, 'a refused sign-in')
})

test('an admin sees what does not work, since when, and what to do', async ({ page }) => {
  await page.route('**/rpc/get_service_health', async (route) => {
    const response = await route.fetch()
    const health = await response.json()
    const since = new Date(Date.parse(health.now) - 3_600_000).toISOString()
    const check = { name: 'storage', ok: false, reason: 'Files cannot be written (ENOSPC).', since }
    await route.fulfill({ response, json: { ...health, checks: [check] } })
  })
  await openAs(page, people.admin, '/admin/health')
  const services = page.getByRole('region', { name: 'Services' })
  await expect(services.getByRole('alert')).toContainText('Files cannot be stored (began 1 hour ago)')
  await expect(services.getByRole('alert')).toContainText('Free space on the disk')
  await page.unroute('**/rpc/get_service_health')
  await page.reload()
  await expect(services.getByText('Last run of the email sender')).toBeVisible()
  await expect(services.getByRole('alert')).toHaveCount(0)
})
