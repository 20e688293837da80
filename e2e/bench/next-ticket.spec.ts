import type { Page } from '@playwright/test'
import { newMember, newTicket } from '../support/desk'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

const ROUNDS = 20
/** Milliseconds from the key press to the frame that shows the next ticket. */
const BUDGET = 50

/** Presses `j` and measures until another ticket is visible beside the list and painted. */
async function timeNextTicket(page: Page): Promise<number> {
  const shown = await page.evaluateHandle(() => {
    const heading = () =>
      [...document.querySelectorAll('article :is(h1, h2)')].find((each) => each.checkVisibility())
        ?.textContent
    const before = heading()
    const measured = new Promise<number>((resolve) => {
      const onKey = ({ timeStamp }: KeyboardEvent) => {
        const look = () => {
          if (heading() === before) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp))
        }
        requestAnimationFrame(look)
      }
      addEventListener('keydown', onKey, { capture: true, once: true })
    })
    // Wrapped, because a handle of a promise waits for it.
    return { measured }
  })
  await press(page, 'j')
  return shown.evaluate(({ measured }) => measured)
}

test('the next ticket of a split view appears within 50 ms', async ({ page }) => {
  const agent = await newMember('Nia Next', 'agent')
  const customer = await newMember('Cleo Customer')
  for (let n = 0; n < ROUNDS + 2; n++)
    await newTicket(customer, { subject: `Next ${n}`, assigned_to: agent.id, status: 'in_progress' })
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(page.locator('tr[data-id]')).toHaveCount(ROUNDS + 2)
  await waitForShortcuts(page)
  await press(page, 'v')
  const first = page.locator('article').getByRole('heading', { name: `Next ${ROUNDS + 1}` })
  await expect(first).toBeVisible()
  await press(page, 'j')
  await expect(first).toBeHidden()
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    // The neighbours are rendered, hidden.
    await expect.poll(() => page.locator('article').count()).toBeGreaterThan(1)
    await page.waitForTimeout(300)
    times.push(await timeNextTicket(page))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? Infinity)
  process.stdout.write(
    `next ticket in a split view, ${ROUNDS} key presses: median ${at(0.5)} ms, p95 ${at(0.95)} ms (budget ${BUDGET})\n`,
  )
  expect(at(0.95)).toBeLessThanOrEqual(BUDGET)
})
