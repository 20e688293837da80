import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect } from './portal'
import { settled } from './settled'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe checks. The color schemes differ only in colors, so these rules are enough for the second one. */
const rules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  colors: ['color-contrast', 'link-in-text-block'],
}
const reports = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.unknown() })) })),
})

/**
 * Waits for finite animations, because axe would measure the contrast of a fade. The timeout is for pages that are not
 * painted, which finish none.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const painted = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ended = painted.then(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
          .map(({ finished }) => finished),
      ),
    )
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3_000))])
  })

/** Expects no axe violations and no horizontal overflow, once the page is settled: rows of a list that waits are dimmed. */
export async function expectAccessible(
  page: Page,
  what: string,
  checked: keyof typeof rules = 'all',
): Promise<void> {
  await settled(page)
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const report: unknown = await page.evaluate((given) => Reflect.get(window, 'axe').run(document, given), {
    runOnly: rules[checked],
    resultTypes: ['violations'],
  })
  const { violations } = reports.parse(report)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`),
    what,
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${what}: horizontal overflow`).toBeLessThanOrEqual(0)
}

/** {@link expectAccessible} at 360 and 1440 px; the page stays at 1440 px. */
export async function expectAccessibleAtBothWidths(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${what}, ${width} px`)
  }
}

/** {@link expectAccessible} in both color schemes at both widths; the page stays light and at 1440 px. */
export async function expectAccessibleInBothSchemes(page: Page, what: string): Promise<void> {
  for (const [colorScheme, width, checked] of [
    ['light', 1440, 'all'],
    ['light', 360, 'all'],
    ['dark', 360, 'colors'],
    ['dark', 1440, 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
    await expectAccessible(page, `${what}, ${colorScheme}, ${width} px`, checked)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
