import type { Page } from '@playwright/test'
import { expect } from './portal'
import { watchForScripts } from './sentinel'
import { startSession } from './session'
import { settled } from './settled'
import { vectors } from './xss-desk'

/** Opens each path and collects what user text caused there. */
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

/** Vectors that a screen shows word for word, white space aside. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
export const shown = (text: string) => {
  const page = plain(text)
  return vectors.filter((vector) => page.includes(plain(vector)))
}
