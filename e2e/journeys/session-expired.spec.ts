import { expect, password, signIn, test } from '../support/portal'
import { db, newMember, newTicket } from '../support/desk'

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a session that ends in mid-typing is renewed in place, and nothing typed is lost', async ({
      page,
    }) => {
      const customer = await newMember('Tess Typing')
      const ticket = await newTicket(customer)
      await signIn(page, customer.email)
      await page.goto(`/tickets/${ticket}`)
      const box = page.getByPlaceholder('Add a comment...')
      await box.fill('I was in the middle of')
      await db`delete from auth.sessions where user_id = ${customer.id}`
      await page.getByRole('button', { name: 'Send', exact: true }).click()

      const dialog = page.getByRole('dialog', { name: /session has expired/i })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText(customer.email).or(dialog.getByLabel('Email')).first()).toBeVisible()
      await dialog.getByLabel('Password').fill('Wrong1234')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog.getByText('Invalid email or password')).toBeVisible()
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(new RegExp(ticket))
      await expect(page.getByText('I was in the middle of').first()).toBeVisible()
      const retry = page.getByRole('button', { name: 'Retry' })
      if (await retry.isVisible()) await retry.click()
      await expect
        .poll(async () => (await db`select content from public.comments where ticket_id = ${ticket}`).length)
        .toBe(1)
    })
  })
}

test('a new ticket survives the end of the session', async ({ page }) => {
  const customer = await newMember('Ned New')
  await signIn(page, customer.email)
  await page.goto('/tickets/new')
  await page.getByLabel('Subject').fill('Written before it ended')
  await page.getByLabel('Description').fill('And sent after signing in again.')
  await db`delete from auth.sessions where user_id = ${customer.id}`
  const create = page.getByRole('button', { name: 'Create Ticket' })
  await create.click()
  const dialog = page.getByRole('dialog', { name: /session has expired/i })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  // What was refused for want of a session waits for it, and goes out by itself.
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
})

test('who is switched off is out at once, with a word of why', async ({ page }) => {
  const customer = await newMember('Otto Off')
  await signIn(page, customer.email)
  await db`update public.profiles set deactivated_at = now() where id = ${customer.id}`
  await page.getByRole('link', { name: 'My Tickets' }).click()
  await expect(page).toHaveURL(/\/auth\/login/, { timeout: 30_000 })
})
