import { z } from 'zod'
import { clientOf, newMember } from '../support/factories'
import { mailsTo } from '../support/mail'
import { expect, fillSignIn, fillSignUp, newAddress, people, test } from '../support/portal'

const invitations = z.array(z.object({ token: z.uuid() }))

async function invite(email: string, role: string): Promise<string> {
  const client = await clientOf({ email: people.admin })
  const invited = await client.rpc('create_invite', { email, role })
  expect(invited.error).toBeNull()
  await client.auth.signOut({ scope: 'local' })
  return invitations.parse(invited.data)[0]?.token ?? ''
}

test('an invited agent signs up with a locked e-mail and lands on the agent dashboard', async ({ page }) => {
  const email = newAddress('invited')
  await page.goto(`/auth/signup?token=${await invite(email, 'agent')}`)
  await expect(page.getByText("You've been invited to join as an agent")).toBeVisible()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillSignUp(page, 'Ivy Invited')
  await expect(page.getByText('Account created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  // The invite is the only mail: it has proven the address.
  expect(await mailsTo(page, email)).toEqual([])
})

test('an invited customer signs in and accepts the invite; the token stays out of the address', async ({
  page,
}) => {
  const { email } = await newMember('Cleo Customer')
  const token = await invite(email, 'agent')
  await page.goto(`/auth/signup?token=${token}`)
  await expect(page.getByText('You already have an account')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/auth\/invite$/)
  await expect(page.getByText("You've been invited to join as an agent")).toBeVisible()
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    token,
  )
})

test('rejects a token that is not a UUID', async ({ page }) => {
  await page.goto('/auth/signup?token=guess')
  await expect(page.getByText('Invalid invite', { exact: true })).toBeVisible()
  await expect(page.getByText('The invite link is invalid.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/signup$/)
})

test('rejects an unknown token', async ({ page }) => {
  await page.goto('/auth/signup?token=3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e5f')
  await expect(page.getByText('This invite link is invalid or has expired.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/signup$/)
})
