import { followMail } from '../support/mail'
import {
  consent,
  expect,
  fillSignIn,
  newAddress,
  people,
  signIn,
  signOut,
  signUp,
  test,
} from '../support/portal'

test('a wrong password shows an alert and a toast', async ({ page }) => {
  await page.goto('/auth/login')
  await fillSignIn(page, people.customer, 'Wrong1234')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
})

test('resets a forgotten password by mail', async ({ page }) => {
  const email = newAddress('reset')
  await signUp(page, email, 'Rita Reset')
  await expect(page.getByText('Account created')).toBeVisible()
  await followMail(page, email, /confirm/i)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await signOut(page)

  await page.goto('/auth/reset-password')
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(
    page.getByText("We've sent you a link to reset your password. Please check your email."),
  ).toBeVisible()

  await followMail(page, email, /reset/i)
  await page.getByLabel(/^(New )?Password$/).fill('Fresh5678')
  await page.getByLabel(/Confirm/).fill('Fresh5678')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await signOut(page)
  await fillSignIn(page, email, 'Fresh5678')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
})

for (const provider of ['GitHub', 'Google']) {
  test(`${provider} signs up a new user through its consent page`, async ({ page }) => {
    const email = newAddress(provider.toLowerCase())
    await page.goto('/auth/login')
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await consent(page, email, 'Sophie Social')
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await expect(page.getByText(email).first()).toBeVisible()
  })

  test(`${provider} denied by the user returns to the login page`, async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await page.getByRole('button', { name: /cancel|deny/i }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(page.getByText('Authentication failed. Please try again.').first()).toBeVisible()
  })
}

test('shows an auth error from the site URL on the login page', async ({ page }) => {
  await page.goto('/?error=invalid_request&error_code=bad_oauth_state')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText(/^The sign-in expired/)).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signIn(page, people.customer2)
  const other = await context.newPage()
  await other.goto('/dashboard/customer')
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await signOut(page)
  await expect(other).toHaveURL(/\/auth\/login/)
})

test('ends the local session when logout fails and reports it', async ({ page }) => {
  await signIn(page, people.customer)
  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(
    page.getByText('Failed to logout on the server. You are signed out on this device.'),
  ).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('helpdesk-auth'))).toBeNull()
  await page.goto('/tickets')
  await expect(page).toHaveURL(/\/auth\/login/)
})
