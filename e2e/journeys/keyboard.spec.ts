import type { Page } from '@playwright/test'
import { expect, people, test } from '../support/portal'

/** Presses Tab until the wanted element has the focus, as a person without a mouse does. */
async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'textbox' | 'combobox' | 'row',
  name: RegExp,
): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const wanted = page.getByRole(role, { name }).and(page.locator(':focus'))
    if (await wanted.count()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached the ${role} ${name}`)
}

test('a ticket is raised and commented by keyboard alone', async ({ page }) => {
  await page.goto('/auth/login')
  await tabTo(page, 'textbox', /email/i)
  await page.keyboard.type(people.customer2)
  await tabTo(page, 'textbox', /^password$/i)
  await page.keyboard.type('Demo1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()

  await tabTo(page, 'link', /^New Ticket$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create New Ticket' })).toBeVisible()
  await tabTo(page, 'textbox', /subject/i)
  await page.keyboard.type('Typed without a mouse')
  await tabTo(page, 'textbox', /description/i)
  await page.keyboard.type('Every control was reached with the Tab key.')
  for (let presses = 0; presses < 10 && !(await page.locator('input[type=file]:focus').count()); presses++)
    await page.keyboard.press('Tab')
  await expect(page.locator('input[type=file]'), 'the file chooser takes the focus').toBeFocused()
  await tabTo(page, 'button', /^(Create|Submit) Ticket$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await tabTo(page, 'textbox', /comment/i)
  await page.keyboard.type('And a comment as well.')
  await tabTo(page, 'button', /^Send$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
})
