import type { Locator, Page } from '@playwright/test'
import { db, newComment, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { box, send } from '../support/ticket-page'

test.beforeEach(() => db`update public.workspace_settings set undo_send_seconds = 0`)

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n')

/** A conversation that is higher than the screen. */
async function open(page: Page, role: 'customer' | 'agent') {
  const [customer, agent] = await Promise.all([newMember('Nora Newest'), newMember('Ned Newest', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  for (let n = 0; n < 4; n++) await newComment(n % 2 ? agent : customer, ticket, `${n}: ${LINES}`)
  const [me, other] = role === 'customer' ? [customer, agent] : [agent, customer]
  await openAs(page, me.email, `/tickets/${ticket}`)
  await settled(page)
  return { ticket, other }
}

/** Whether the box for the next message leaves the text uncovered. */
const isSeen = async (page: Page, text: Locator) => {
  const [message, form] = [await text.boundingBox(), await box(page).boundingBox()]
  return message !== null && form !== null && message.y > 0 && message.y + message.height <= form.y
}

for (const role of ['customer', 'agent'] as const)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    test(`a ${role} sees the newest message at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      const { ticket, other } = await open(page, role)
      // On a phone the conversation ends above the details.
      const conversation = page.getByRole('region', { name: 'Comments' })
      await conversation.evaluate((region) => region.lastElementChild?.scrollIntoView({ block: 'end' }))
      await settled(page)
      await newComment(other, ticket, 'While you look at the end')
      const theirs = page.getByText('While you look at the end')
      await expect.poll(() => isSeen(page, theirs)).toBe(true)

      // Whoever reads further up is not moved by others.
      await page.evaluate(() => scrollTo(0, 0))
      await settled(page)
      await newComment(other, ticket, 'While you read above')
      await expect(page.getByText('While you read above')).toBeAttached()
      await settled(page)
      expect(await page.evaluate(() => scrollY)).toBe(0)

      await box(page).fill('Here is my answer')
      await page.evaluate(() => scrollTo(0, 0))
      await send(page).click()
      const mine = page.getByRole('listitem').getByText('Here is my answer')
      await expect.poll(() => isSeen(page, mine)).toBe(true)
    })
