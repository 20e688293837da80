import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

test('validates and saves workspace settings; renames and deletes tags', async ({ page }) => {
  const [admin, customer] = await Promise.all([newMember('Sam Settings', 'admin'), newMember('Tia Tagged')])
  const tag = `journey-${Date.now().toString(36)}`
  const ticket = await newTicket(customer, { tags: [tag] })
  await openAs(page, admin.email, '/admin/settings')
  await page.getByRole('link', { name: 'Workspace' }).click()
  const address = page.getByLabel('Support email')
  await page.getByLabel('Files per ticket').fill('6')
  await address.fill('nobody')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Enter a whole number from 0 to 5')).toBeVisible()
  await page.getByLabel('Files per ticket').fill('5')
  await address.fill('help@journey.example')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue('help@journey.example')
  await address.fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect
    .poll(async () => (await db`select support_email from public.workspace_settings`)[0]?.support_email)
    .toBeNull()

  await page.getByRole('link', { name: 'Tags' }).click()
  await page.getByRole('button', { name: `Rename ${tag}` }).click()
  await page.getByLabel('New name').fill(`${tag}-new`)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByText(`1 ticket now has the tag ${tag}-new.`)).toBeVisible()
  expect((await db`select tags from public.ticket_tags where ticket_id = ${ticket}`)[0]?.tags).toEqual([
    `${tag}-new`,
  ])
  await page.getByRole('button', { name: `Delete ${tag}-new` }).click()
  await page.getByRole('button', { name: 'Delete from 1 ticket' }).click()
  await expect(page.getByText('Removed from 1 ticket.')).toBeVisible()
  expect((await db`select tags from public.ticket_tags where ticket_id = ${ticket}`)[0]?.tags).toEqual([])

  await page.getByRole('link', { name: 'Macros' }).click()
  await expect(page.getByRole('heading', { name: 'Macros', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Macro' })).toBeVisible()
})

test('settings and their dialogs are accessible, light and dark, wide and 360 px', async ({ page }) => {
  const [admin, customer] = await Promise.all([newMember('Axel Axe', 'admin'), newMember('Tom Tagged')])
  const tag = `axe-${Date.now().toString(36)}`
  await newTicket(customer, { tags: [tag] })
  await openAs(page, admin.email, '/admin/settings/workspace')
  await page.getByLabel('Files per ticket').fill('9')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Enter a whole number from 0 to 5')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'an invalid setting')
  await page.goto('/admin/settings/tags')
  await page.getByRole('button', { name: `Delete ${tag}` }).click()
  await expect(page.getByRole('button', { name: 'Delete from 1 ticket' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'a confirmation')
})
