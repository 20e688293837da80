import type { Page } from '@playwright/test'
import { clickUnlessSignedOut, consent, expect, newAddress, password, test } from '../support/portal'
import { db, newMember, newTicket } from '../support/factories'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { box } from '../support/ticket-page'

const signInDialog = (page: Page) => page.getByRole('dialog', { name: /session has expired/i })
const commentsOn = async (ticket: string) =>
  (await db`select content from public.comments where ticket_id = ${ticket}`).map(({ content }) => content)

/** Ends the session during a request. Ended earlier, the page might notice before the click. */
const endSessionDuring = (page: Page, request: string, userId: string) =>
  page.route(
    request,
    async (route) => {
      await db`delete from auth.sessions where user_id = ${userId}`
      await route.continue()
    },
    { times: 1 },
  )

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a session that expires while typing is renewed in place and keeps the input', async ({ page }) => {
      const customer = await newMember('Tess Typing')
      const ticket = await newTicket(customer)
      await openAs(page, customer.email, `/tickets/${ticket}`)
      await box(page).fill('I was in the middle of')
      await endSessionDuring(page, '**/rest/v1/comments*', customer.id)
      await page.getByRole('button', { name: 'Send', exact: true }).click()

      const dialog = signInDialog(page)
      await expect(dialog).toBeVisible()
      // Browsers let a page prevent only the first Escape from closing a dialog.
      for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
      await expect(dialog).toBeVisible()
      await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
      await expect(dialog.getByLabel('Email')).toHaveValue(customer.email)
      await dialog.getByLabel('Password', { exact: true }).fill('Wrong1234')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog.getByText('Invalid email or password')).toBeVisible()
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toBeHidden()

      // The pending request is resent after sign-in, and a refetch does not drop its text.
      await expect.poll(() => commentsOn(ticket)).toEqual(['I was in the middle of'])
      await settled(page)
      await expect(page).toHaveURL(new RegExp(ticket))
      await expect(page.getByText('I was in the middle of')).toBeVisible()
      await expect(page.getByText('Not sent')).toHaveCount(0)
    })
  })
}

test('a new ticket survives an expired session', async ({ page }) => {
  const customer = await newMember('Ned New')
  await openAs(page, customer.email, '/tickets/new')
  await page.getByLabel('Subject').fill('Written before it ended')
  await page.getByLabel('Description').fill('And sent after signing in again.')
  await endSessionDuring(page, '**/rest/v1/tickets*', customer.id)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  const dialog = signInDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  // A request refused without a session is resent after sign-in.
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
})

test('a user without a password signs in again with a provider and keeps the input', async ({ page }) => {
  const email = newAddress('greta')
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await consent(page, email, 'Greta GitHub')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  const [greta] = await db<{ id: string }[]>`select id from public.profiles where email = ${email}`
  const id = greta?.id ?? ''
  const ticket = await newTicket({ id })
  await page.goto(`/tickets/${ticket}`)
  await box(page).fill('Sent as it ended')
  await endSessionDuring(page, '**/rest/v1/comments*', id)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(signInDialog(page).getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
  await signInDialog(page).getByRole('button', { name: 'Continue with GitHub' }).click()
  await consent(page, email, 'Greta GitHub')

  await expect(page).toHaveURL(new RegExp(ticket))
  await expect(page.getByText('Not sent')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => commentsOn(ticket)).toEqual(['Sent as it ended'])
})

test('a deactivated user is signed out at once with an explanation', async ({ page }) => {
  const customer = await newMember('Otto Off')
  await openAs(page, customer.email)
  await db`update public.profiles set deactivated_at = now() where id = ${customer.id}`
  await clickUnlessSignedOut(page.getByRole('link', { name: 'My Tickets' }))
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByText(/Your account has been deactivated/).first()).toBeVisible()
})
