import type { Page } from '@playwright/test'
import { expect } from './portal'
import { watchForScripts } from './script-watch'
import { startSession } from './session'
import { settled } from './settled'
import { vectors } from './xss-workspace'

/** Opens each path and collects what user text caused there. */
export async function visitScreens(page: Page, email: string, paths: string[]) {
  const watch = await watchForScripts(page)
  await startSession(page, email)
  const texts: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    texts.push(await page.locator('body').innerText())
    await watch.inspect(path)
  }
  return { ...watch, texts }
}

/** White space aside. */
const normalize = (text: string) => text.replaceAll(/\s+/g, ' ')
/** Vectors that a screen shows literally. */
export const shownVectors = (text: string) => {
  const page = normalize(text)
  return vectors.filter((vector) => page.includes(normalize(vector)))
}
