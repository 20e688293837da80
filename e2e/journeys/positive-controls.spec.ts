import { backendCalls, layoutShift } from '../support/requests'
import { expect, test } from '../support/portal'
import { settled } from '../support/settled'

// Other journeys expect these counters to stay at zero.

test('layoutShift counts an element that moves without input', async ({ page }) => {
  await page.setContent('<main style="height: 400px; background: silver">Tickets</main>')
  // Only painted elements can shift.
  await settled(page)
  expect(await layoutShift(page)).toBe(0)
  // Chromium ignores shifts for half a second after a new viewport, so this repeats until one counts.
  const move = () =>
    page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<p style="height: 90px"></p>'))
  await expect.poll(() => move().then(() => layoutShift(page))).toBeGreaterThan(0.02)
})

test('backendCalls counts a request of the page', async ({ page }) => {
  await page.route('https://portal.example/**', (route) => route.fulfill({ body: '' }))
  await page.goto('https://portal.example/')
  const calls = backendCalls(page)
  await page.evaluate(() => fetch('/rest/v1/tickets'))
  expect(calls.paths()).toEqual(['GET /rest/v1/tickets'])
})
