import type { Page } from '@playwright/test'
import { expect } from './portal'

/** Half of the smallest width and height (44 px) of what a finger operates; the rest is lost to rounding and borders. */
const REACH = 21

/**
 * Expects that every button, tab and field answers a finger that misses its middle by {@link REACH} px, and that the
 * words on buttons and menu links fit. Links may be smaller: lists open by their rows, and other links are part of a text.
 */
export async function expectTouchTargets(page: Page, what: string): Promise<void> {
  const faults = await page.evaluate((reach) => {
    const named = (fault: string, control: HTMLElement) =>
      `${fault}: ${control.tagName} ${(control.getAttribute('aria-label') ?? control.textContent).trim()}`
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const targetOf = (control: HTMLElement) => control.closest('label') ?? control
    const middleOf = (target: HTMLElement) => {
      const { left, top, width, height } = target.getBoundingClientRect()
      return [left + width / 2, top + height / 2] as const
    }
    /** Not hidden, clipped or covered. */
    const isReachable = (control: HTMLElement) => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const target = targetOf(control)
      return target.contains(document.elementFromPoint(...middleOf(target)))
    }
    const isSmall = (control: HTMLElement) => {
      const target = targetOf(control)
      const [x, y] = middleOf(target)
      const answers = (byX: number, byY: number) => {
        const hit = document.elementFromPoint(x + byX, y + byY)
        // Beyond the screen there is nothing to hit.
        return hit === null || target.contains(hit)
      }
      return !(answers(-reach, 0) && answers(reach, 0) && answers(0, -reach) && answers(0, reach))
    }
    const isNarrow = (control: HTMLElement) => {
      const words = document.createRange()
      words.selectNodeContents(control)
      const isCut = getComputedStyle(control).overflowX !== 'visible'
      return !isCut && words.getBoundingClientRect().width > control.getBoundingClientRect().width + 1
    }
    return [
      ...all('button, select, textarea, [role=tab], input:not([type=hidden], [type=file])')
        .filter((control) => isReachable(control) && isSmall(control))
        .map((control) => named('small', control)),
      ...all('button, nav a')
        .filter((control) => isReachable(control) && isNarrow(control))
        .map((control) => named('narrow', control)),
    ]
  }, REACH)
  expect(faults, what).toEqual([])
}
