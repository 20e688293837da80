import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { newestLink, followMail } from '../support/mail'
import { expect, newAddress, test } from '../support/portal'
import { openAs, startSession } from '../support/session'

test('a phone call becomes a ticket, and its new customer sets a password and reads it', async ({ page }) => {
  test.setTimeout(120_000)
  const agent = await newMember('Paula Phone', 'agent')
  const email = newAddress('caller')
  await openAs(page, agent.email, '/tickets/unassigned')
  await expect(page.getByRole('link', { name: 'New ticket for…' })).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 'Shift+N')
  await expect(page.getByRole('heading', { level: 1, name: 'New ticket for…' })).toBeVisible()
  await expect(page.getByLabel("Customer's email")).toBeFocused()
  await expectAccessible(page, 'the form for a customer')
  await page.keyboard.type(email)
  await page.getByLabel("Customer's name").fill('Carl Caller')
  await page.getByLabel('Subject').fill('No dial tone')
  await page.getByLabel('Description').fill('The phone has been dead since noon.')
  await page.getByRole('button', { name: 'Create ticket' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'No dial tone' })).toBeVisible()
  await expect(page.getByText('Carl Caller was notified by email and invited to the portal.')).toBeVisible()
  const [ticket] = await db`select id, number, source from public.tickets t
    where customer_id = (select id from public.profiles where email = ${email})`
  expect(ticket?.source).toBe('staff')

  // The customer follows the mail, asks for the link with the address filled in, and sets a password.
  await page.evaluate(() => localStorage.clear())
  const link = await newestLink(
    page,
    email,
    new RegExp(`^\\[#${ticket?.number}\\] No dial tone`),
    /https?:\/\/\S+reset-password\S+/,
  )
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await followMail(page, email, /reset/i)
  await page.getByLabel('New Password', { exact: true }).fill('Demo1234')
  await page.getByLabel('Confirm Password').fill('Demo1234')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await page.goto(`/tickets/${ticket?.number}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No dial tone' })).toBeVisible()
})

test('a ticket opens by its number for those who may read it', async ({ page }) => {
  const customer = await newMember('Nina Number')
  const other = await newMember('Olga Other')
  const id = await newTicket(customer, { subject: 'Numbered ticket' })
  const [ticket] = await db`select number from public.tickets where id = ${id}`
  await openAs(page, customer.email, `/tickets/${ticket?.number}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Numbered ticket' })).toBeVisible()
  await startSession(page, other.email)
  await page.goto(`/tickets/${ticket?.number}`)
  await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
})
