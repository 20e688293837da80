/** Messages never cover what was just used. */
import type { Locator, Page } from '@playwright/test'
import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, send } from '../support/ticket-page'

test.afterEach(async () => void (await db`update public.workspace_settings set undo_send_seconds = 0`))

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('status')
const edgesOf = async (shown: Locator) => {
  const edges = await shown.boundingBox()
  if (!edges) throw new Error('not on the page')
  return edges
}
async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await edgesOf(one), await edgesOf(other)]
  const isApart =
    a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
  expect(isApart, `${JSON.stringify(a)} covers ${JSON.stringify(b)}`).toBe(true)
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])
  test(`the undo of a reply leaves the box free at ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await db`update public.workspace_settings set undo_send_seconds = 30`
    const [customer, agent] = await Promise.all([newMember('Tom Toast'), newMember('Tess Toast', 'agent')])
    const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
    await openAs(page, agent.email, `/tickets/${ticket}`)
    await box(page).fill('First')
    await send(page).click()
    await expect(toastOf(page)).toContainText('Your reply is sent in 30 seconds')
    for (const part of [send(page), box(page), page.getByRole('button', { name: 'More ways to reply' })])
      await expectApart(toastOf(page), part)
    // Within the time of the first one.
    await box(page).fill('Second, which is longer than\none\nline')
    await expectApart(toastOf(page), send(page))
    await send(page).click()
    await expect.poll(() => commentsOf(ticket)).toHaveLength(2)
    // Its button is in reach of a finger.
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expectText(box(page), 'Second, which is longer than\none\nline')
  })
