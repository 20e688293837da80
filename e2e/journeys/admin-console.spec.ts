import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { backendCalls } from '../support/requests'
import { openAs } from '../support/session'

// Without a model, as in a new installation.
const log = (page: Page) => page.getByRole('log')
const form = (page: Page) => page.getByRole('form', { name: 'Ask the AI assistant' })
async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Ask the AI assistant...').fill(question)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByPlaceholder('Ask the AI assistant...')).toHaveValue('')
}

test('the assistant answers without a model, keeps its history, and All Tickets opens', async ({ page }) => {
  const admin = await newMember('Connie Console', 'admin')
  const calls = backendCalls(page)
  await openAs(page, admin.email, '/admin/console')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Console' })).toBeVisible()
  await expect(page.getByText('AI Assistant & Ticket Management')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'AI Assistant' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => calls.paths()).toContain('GET /rest/v1/rpc/list_tickets')
  expect(await log(page).evaluate((element) => element.clientHeight + 2)).toBe(600)

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(form(page).getByText('Message cannot be empty')).toBeVisible()
  await page.getByPlaceholder('Ask the AI assistant...').fill('x'.repeat(1001))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(form(page).getByText('Message cannot exceed 1000 characters')).toBeVisible()

  await ask(page, 'How many tickets are there?')
  await expect(log(page).getByText('No AI model is configured.')).toBeVisible()
  await expect(log(page).getByRole('cell', { name: 'in progress' })).toBeVisible()
  const waiting = await newTicket(await newMember('Otto Old'), {
    subject: 'The oldest of them all',
    created_at: new Date('2020-01-05T10:00:00Z'),
  })
  await ask(page, 'What are the oldest unassigned tickets?')
  await page.reload()
  await expect(log(page).getByText('No AI model is configured.')).toHaveCount(2)

  await page.getByRole('tab', { name: 'Tickets Overview' }).click()
  await expect(page.getByPlaceholder('Search tickets...')).toBeVisible()
  await page.getByRole('tab', { name: 'AI Assistant' }).click()
  await log(page).getByRole('link', { name: 'The oldest of them all' }).click()
  await expect(page).toHaveURL(`/tickets/${waiting}`)
})

test('a proposal changes nothing before Apply; applying is audited and can be undone', async ({ page }) => {
  const admin = await newMember('Paula Proposal', 'admin')
  const ticket = await newTicket(await newMember('Otto Owner'), {
    subject: 'The lift sings',
    priority: 'normal',
  })
  const priority = async () =>
    (await db`select priority from public.tickets where id = ${ticket}`)[0]?.priority
  const logged = async () =>
    (await db`select action from public.audit_log where target_id = ${ticket} order by created_at`).map(
      ({ action }) => action,
    )
  await openAs(page, admin.email, '/admin/console')
  await ask(page, `Set ${ticket} to urgent`)
  const card = page.getByRole('region', { name: 'Proposal: Priority of The lift sings' })
  await expect(card.locator('del')).toContainText('normal')
  await expect(card.locator('ins')).toContainText('urgent')
  expect(await priority()).toBe('normal')
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect([await priority(), await logged()]).toEqual(['urgent', ['proposal_applied']])
  await page.reload()
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByRole('button')).toHaveCount(0)
  expect([await priority(), await logged()]).toEqual(['normal', ['proposal_applied', 'proposal_undone']])

  // Another admin acts first.
  await ask(page, `Set ${ticket} to solved`)
  const status = page.getByRole('region', { name: 'Proposal: Status of The lift sings' })
  await db`update public.tickets set status = 'pending' where id = ${ticket}`
  await status.getByRole('button', { name: 'Apply' }).click()
  await expect(status.getByRole('alert')).toHaveText(
    /^The ticket has changed since this was proposed\s*Reference \S+$/,
  )
  await status.getByRole('button', { name: 'Dismiss' }).click()
  await expect(status.getByRole('button')).toHaveCount(0)
  expect((await db`select status from public.tickets where id = ${ticket}`)[0]?.status).toBe('pending')
})

test('a conversation is accessible, light and dark, wide and 360 px', async ({ page }) => {
  const admin = await newMember('Axel Axe', 'admin')
  const ticket = await newTicket(await newMember('Otto Owner'), {
    subject: 'A subject without an end '.repeat(9).trim(),
  })
  await openAs(page, admin.email, '/admin/console')
  await ask(page, 'How are the agents doing?')
  await ask(page, `Set ${ticket} to high`)
  await expectAccessibleInBothSchemes(page, 'a conversation')
})
