import type { Locator, Page } from '@playwright/test'
import type { Member } from './factories'
import { expect, password } from './portal'

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted.first()).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}

/** Presses the keys one after another. */
export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** Signs in by keyboard and waits for the shortcuts. */
export async function signInByKeyboard(page: Page, { email }: Member): Promise<void> {
  await page.goto('/auth/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Agent Dashboard' })).toBeVisible()
  await waitForShortcuts(page)
}

/** Shortcuts are registered after the first paint: waits until `?` opens the help sheet. */
export async function waitForShortcuts(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    await press(page, '?')
    await expect(sheet).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await press(page, 'Escape')
  await expect(sheet).toBeHidden()
}

/** The list's own keys load after those of the page: presses `/` until the search box has the focus. */
export async function focusSearch(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search tickets' })
  await expect(async () => {
    await press(page, '/')
    await expect(search).toBeFocused({ timeout: 1_000 })
  }).toPass()
}
