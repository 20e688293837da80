import type { Page } from '@playwright/test'
import { expect } from './portal'
import { watchForScripts } from './sentinel'
import { startSession } from './session'
import { settled } from './settled'
import { vectors } from './xss-desk'

/** Opens a screen, waits until nothing is under way, and looks for what user text may have done. */
export async function tour(page: Page, email: string, paths: string[]) {
  const watch = await watchForScripts(page)
  await startSession(page, email)
  const texts: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    texts.push(await page.locator('body').innerText())
    await watch.look(path)
  }
  return { ...watch, texts }
}

/** What a screen shows word for word. White space is the browser's own. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
export const shown = (text: string) => {
  const page = plain(text)
  return vectors.filter((vector) => page.includes(plain(vector)))
}
