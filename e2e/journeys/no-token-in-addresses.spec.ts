import type { Page } from '@playwright/test'
import { db, newMember } from '../support/factories'
import { watchPolicy } from '../support/policy-watch'
import { followMail } from '../support/mail'
import { expect, newAddress, fillSignUp, password, signOut, test } from '../support/portal'
import { portal } from '../support/this-portal'

/** URLs in the history of the tab. */
async function historyOf(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  const { entries } = await cdp.send('Page.getNavigationHistory')
  return entries.map(({ url }) => url)
}

const tokenLike = /eyJ[\w-]{10}|(access|refresh)_?token|[?&#](code|token|token_hash)=/i

test('password reset leaves no token in requests, referrers or history', async ({ page }) => {
  const { email } = await newMember('Rita Reset')
  const { secrets, addresses } = await watchPolicy(page)
  await page.goto('/auth/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText("We've sent you a link to reset your password.")).toBeVisible()
  await followMail(page, email, /reset/i)
  await expect(page.getByLabel(/^(New )?Password$/)).toBeVisible()
  expect((await historyOf(page)).filter((url) => tokenLike.test(url))).toEqual([])
  await page.getByLabel(/^(New )?Password$/).fill(`${password}x`)
  await page.getByLabel(/Confirm/).fill(`${password}x`)
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  // The page of the link removes the token from its URL before any other request.
  const link = /^(request|page): [^?]+\/auth\/reset-password\?token_hash=/
  expect(secrets.filter((what) => !link.test(what))).toEqual([])
  expect(secrets.filter((what) => what.startsWith('request: '))).toHaveLength(1)
  expect((await historyOf(page)).filter((url) => tokenLike.test(url))).toEqual([])
  await signOut(page)
  expect((await historyOf(page)).filter((url) => tokenLike.test(url))).toEqual([])
  expect(addresses.length).toBeGreaterThan(10)
})

test('an invite token appears in its link only and is invalid after sign-up', async ({ page }) => {
  const admin = await newMember('Ina Inviter', 'admin')
  const email = newAddress('invited')
  const [invite] = await db.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.id, role: 'authenticated' })}, true)`
    return tx<{ token: string }[]>`select token from public.create_invite(${email}, 'agent')`
  })
  const token = invite?.token ?? ''
  const seen: string[] = []
  page.on('request', (request) => {
    if (`${request.url()} ${request.headers().referer ?? ''}`.includes(token))
      seen.push(`${request.resourceType()} ${request.url()}`)
  })
  await page.goto(`/auth/signup?token=${token}`)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillSignUp(page, 'Ivy Invited')
  await expect(page.getByText('Account created')).toBeVisible()
  expect(seen).toEqual([`document ${portal.url}/auth/signup?token=${token}`])
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    token,
  )
  expect(await db`select 1 from public.invites where email = ${email} and used_at is null`).toEqual([])
})
