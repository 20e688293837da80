import { tabTo } from '../support/keyboard'
import { expect, people, test } from '../support/portal'
import { box } from '../support/ticket-page'

test('creates a ticket and comments on it by keyboard alone', async ({ page }) => {
  await page.goto('/auth/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(people.customer2)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('Demo1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'New Ticket', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create New Ticket' })).toBeVisible()
  await tabTo(page, page.getByLabel('Subject'))
  await page.keyboard.type('Typed without a mouse')
  await tabTo(page, page.getByLabel('Description'))
  await page.keyboard.type('Every control was reached with the Tab key.')
  const chooser = page.locator('input[type=file]')
  for (let presses = 0; presses < 10 && !(await chooser.and(page.locator(':focus')).count()); presses++)
    await page.keyboard.press('Tab')
  await expect(chooser, 'the file chooser takes the focus').toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Create Ticket' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await tabTo(page, box(page))
  await page.keyboard.type('And a comment as well.')
  await tabTo(page, page.getByRole('button', { name: 'Send', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
})
