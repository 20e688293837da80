import type { Locator, Page } from '@playwright/test'
import { expect } from './portal'

/** What a job took. Modifiers count with their key; text that the job needs in any product, such as a note, is apart. */
interface Effort {
  keys: number
  clicks: number
}

/** Keyboard and mouse of one job, which count. */
interface Hands {
  press: (...keys: string[]) => Promise<void>
  click: (target: Locator) => Promise<void>
  /** Types text: not counted. */
  type: (text: string) => Promise<void>
}

/**
 * Does a job of the day by keys and clicks, and expects that it takes no more than that. Selecting the ticket, opening its page
 * and waiting are not part of the job.
 */
export async function job(
  page: Page,
  name: string,
  most: Partial<Effort>,
  act: (hands: Hands) => Promise<unknown>,
): Promise<void> {
  const took: Effort = { keys: 0, clicks: 0 }
  await act({
    async press(...keys) {
      for (const key of keys) {
        took.keys += 1
        await page.keyboard.press(key)
      }
    },
    async click(target) {
      took.clicks += 1
      await target.click()
    },
    type: (text) => page.keyboard.type(text),
  })
  const { keys = 0, clicks = 0 } = most
  expect(took.keys, `keys to ${name}`).toBeLessThanOrEqual(keys)
  expect(took.clicks, `clicks to ${name}`).toBeLessThanOrEqual(clicks)
}
