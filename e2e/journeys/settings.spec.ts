import { db, newMember } from '../support/factories'
import { clickUnlessSignedOut, expect, fillSignIn, otherDevice, signOut, test } from '../support/portal'
import { openAs } from '../support/session'

const preferences = async (id: string) =>
  (await db`select preferences from public.profiles where id = ${id}`)[0]?.preferences as Record<
    string,
    unknown
  >

for (const [role, path] of [
  ['customer', '/settings'],
  ['agent', '/dashboard/agent/settings'],
  ['admin', '/admin/settings'],
] as const) {
  for (const width of [360, 1440]) {
    test(`${role}, ${width} px: saves name, theme, clock and notifications`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const member = await newMember('Sue Settings', role)
      await openAs(page, member.email, path)
      const name = page.getByLabel('Full Name')
      await name.fill('Su')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Full name must be at least 3 characters')).toBeVisible()
      await name.fill('Susan Settings')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Your name has been saved.')).toBeVisible()

      await page.getByRole('radio', { name: 'Dark' }).press('Space')
      await expect(page.locator('html')).toHaveClass(/dark/)
      await page.getByRole('radio', { name: '15:07' }).check({ force: true })
      // By keyboard: a toast may lie over it.
      await page.getByRole('checkbox', { name: 'Replies: Email' }).press('Space')
      await expect
        .poll(() => preferences(member.id))
        .toEqual({ theme: 'dark', time_format: '24h', notify_reply: false })
      await page.reload()
      await expect(page.locator('html')).toHaveClass(/dark/)
      await expect(name).toHaveValue('Susan Settings')
      await expect(page.getByRole('checkbox', { name: 'Replies: Email' })).not.toBeChecked()
      await expect(page.getByRole('radio', { name: '15:07' })).toBeChecked()
    })
  }
}

test('changes the password, with the rules of sign-up', async ({ page }) => {
  const member = await newMember('Pia Password')
  await openAs(page, member.email, '/settings')
  const save = page.getByRole('button', { name: /password/i }).last()
  await page.getByLabel('New Password').fill('weak')
  await page.getByLabel('Confirm Password').fill('weak')
  await save.click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('New Password').fill('Fresh5678')
  await page.getByLabel('Confirm Password').fill('Fresh5679')
  await save.click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm Password').fill('Fresh5678')
  await save.click()
  await expect(page.getByText('Password updated')).toBeVisible()
  await signOut(page)
  await fillSignIn(page, member.email)
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await fillSignIn(page, member.email, 'Fresh5678')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
})

test('lists the sessions and signs out the others', async ({ page, browser }) => {
  const member = await newMember('Sid Sessions')
  const elsewhere = await otherDevice(browser)
  await openAs(elsewhere, member.email)
  await expect(elsewhere.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await openAs(page, member.email, '/settings')
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out of the other sessions' }).click()
  await expect(page.getByRole('button', { name: 'Sign out of the other sessions' })).toBeHidden()
  await expect
    .poll(async () => (await db`select 1 from auth.sessions where user_id = ${member.id}`).length)
    .toBe(1)
  await clickUnlessSignedOut(elsewhere.getByRole('link', { name: 'My Tickets' }))
  await expect(elsewhere.getByRole('dialog', { name: /session has expired/i })).toBeVisible()
  await elsewhere.context().close()
})
