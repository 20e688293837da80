import type { Locator, Page } from '@playwright/test'
import { expect } from './portal'

/** Presses Tab until that has the focus, as a person without a mouse does once they see it. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted.first()).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${wanted}`)
}
