import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { watchRequests } from './settled'
import { portal } from './this-portal'

export { expect }
export { newAddress } from '@helpdesk/testing/desk'
export const password = 'Demo1234'
export const people = {
  customer: 'customer@example.com',
  customer2: 'customer2@example.com',
  agent: 'agent@example.com',
  admin: 'admin@example.com',
} as const

/** The test of the journeys: pages open against the portal, and an error on a page fails the journey. */
export const test = base.extend<{ pageErrors: string[] }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  baseURL: async ({}, provide) => provide(portal.url),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      watchRequests(page)
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors, 'no script error on any page').toEqual([])
    },
    { auto: true },
  ],
})

/** Signs in by the form. Journeys that are about something else start with `openAs`. */
export async function signIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.goto('/auth/login')
  await fillSignIn(page, email, secret)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

export async function fillSignIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A page on another device: it shares nothing with the test's own. Close its context at the end. */
export async function otherDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watchRequests(page)
  return page
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
}

/**
 * The next click in a tab whose session has ended. The tab may have noticed by itself before: then what is clicked is
 * gone, or lies under the dialog. What follows is for the journey to expect.
 */
export const clickUnlessOut = (target: Locator): Promise<void> =>
  target.click({ timeout: 5_000 }).catch(() => undefined)

/** Agrees on the consent page that stands in for GitHub and Google. */
export async function consent(page: Page, email: string, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/oauth\//)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const messages = z.array(z.object({ id: z.string(), subject: z.string(), text: z.string() }))

/** Follows the link of the newest mail to `email` whose subject matches, with the one click that its page asks for. */
export async function followMail(page: Page, email: string, subject: RegExp): Promise<void> {
  const find = async () => {
    const response = await page.request.get(`/mail/api/messages?to=${encodeURIComponent(email)}`)
    return messages.parse(await response.json()).find((message) => subject.test(message.subject))
  }
  await expect.poll(find, { timeout: 15_000, message: `a mail to ${email}` }).toBeTruthy()
  const link = /https?:\/\/\S+token_hash=\S+/.exec((await find())?.text ?? '')?.[0]
  expect(link, 'the mail carries a link').toBeTruthy()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: /^(Confirm|Continue$)/ }).click()
}

export async function signUp(page: Page, email: string, fullName: string): Promise<void> {
  await page.goto('/auth/signup')
  await page.getByLabel('Email').fill(email)
  await fillSignUp(page, fullName)
}

export async function fillSignUp(page: Page, fullName: string): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}
