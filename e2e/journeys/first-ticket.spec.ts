import { png } from '../support/files'
import { followMail } from '../support/mail'
import { expect, fillSignIn, newAddress, signOut, signUp, test } from '../support/portal'
import { box } from '../support/ticket-page'

test('a customer signs up, confirms, creates a ticket with two files and comments on it', async ({
  page,
}) => {
  const email = newAddress('grace')
  await signUp(page, email, 'Grace Hopper')
  await expect(page.getByText('Account created')).toBeVisible()
  await expect(page.getByText('Please check your email to verify your account')).toBeVisible()

  await page.goto('/auth/login')
  await fillSignIn(page, email)
  await expect(page.getByText('Please verify your email address').first()).toBeVisible()

  await followMail(page, email, /confirm/i)
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await signOut(page)

  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/dashboard\/customer$/)
  await page
    .getByRole('link', { name: 'New Ticket' })
    .or(page.getByRole('button', { name: 'New Ticket' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Create New Ticket' })).toBeVisible()
  await page.getByLabel('Subject').fill('The export stops after page two')
  await page.getByLabel('Description').fill('Since this morning the export ends after the second page.')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'screen.png', mimeType: 'image/png', buffer: png },
    { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('page 2 of 7\n') },
  ])
  await expect(page.getByText('screen.png')).toBeVisible()
  await page.getByRole('button', { name: /^(Create|Submit) Ticket$/ }).click()
  await expect(page.getByText('Ticket Created Successfully')).toBeVisible()
  await expect(page.getByText('You will be redirected to your ticket details.')).toBeVisible()

  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'The export stops after page two' })).toBeVisible()
  await expect(page.getByText(/^Ticket #\d{4,}$/)).toBeVisible()
  await expect(page.getByText('screen.png')).toBeVisible()
  await expect(page.getByText('log.txt')).toBeVisible()
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()

  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await box(page).fill('It happens\nin every browser.')
  await send.click()
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
  await expect(page.getByText('Your comment has been added successfully.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('in every browser.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download log.txt' }).click()
  expect((await download).suggestedFilename()).toBe('log.txt')

  await page.goto('/tickets')
  await page
    .getByRole('cell', { name: 'The export stops after page two' })
    .or(page.getByRole('link', { name: 'The export stops after page two' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await signOut(page)
})
