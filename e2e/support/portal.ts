import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test'
import { waitForApp, watchRequests } from './settled'
import { portal } from './this-portal'

export { expect }
export { newAddress } from '@helpdesk/testing/workspace'
export const password = 'Demo1234'
export const people = {
  customer: 'customer@example.com',
  customer2: 'customer2@example.com',
  agent: 'agent@example.com',
  admin: 'admin@example.com',
} as const

/** Opens pages of this worker's portal; a script error on a page fails the journey. */
export const test = base.extend<{ pageErrors: string[] }>({
  baseURL: portal.url,
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      watchRequests(page)
      await waitForApp(page)
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      // a handler still at work when the page closes would fail a journey that has passed
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(errors, 'no script error on any page').toEqual([])
    },
    { auto: true },
  ],
})

/** Signs in by the form. Journeys that do not test signing in use `openAs`. */
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

/** Opens a page in a separate browser context. Close the context at the end. */
export async function otherDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watchRequests(page)
  await waitForApp(page)
  return page
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
}

/**
 * Clicks in a tab whose session has ended. If the tab has noticed before, the element is gone or covered by the dialog,
 * so a failed click is ignored; the journey checks the result.
 */
export const clickUnlessSignedOut = (target: Locator): Promise<void> =>
  target.click({ timeout: 5_000 }).catch(() => undefined)

/** Agrees on the mock consent page of GitHub or Google. */
export async function consent(page: Page, email: string, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/oauth\//)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export async function signUp(page: Page, email: string, fullName: string): Promise<void> {
  await page.goto('/auth/signup')
  await page.getByLabel('Email').fill(email)
  await fillSignUp(page, fullName)
}

export async function fillSignUp(page: Page, fullName: string, secret: string = password): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByLabel('Confirm Password').fill(secret)
  await page.getByRole('button', { name: 'Create account' }).click()
}
