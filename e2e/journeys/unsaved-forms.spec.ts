import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { watchRequests } from '../support/settled'

const LOOKS = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const

async function look(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${name} ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/${name}-${colorScheme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Answers the browser's own question when a page is left. @returns how often it was asked */
function answerBrowser(page: Page, leaves: () => boolean): () => number {
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void (leaves() ? dialog.accept() : dialog.dismiss())
  })
  return () => asked
}

test('a new ticket for a customer survives a reload, Back, a link and a closed tab', async ({
  page: first,
}) => {
  const agent = await newMember('Cal Caller', 'agent')
  await openAs(first, agent.email, '/tickets/unassigned')
  const page = await first.context().newPage()
  watchRequests(page)
  await page.goto('/tickets/unassigned')
  await waitForShortcuts(page)
  await press(page, 'Shift+N')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  const description = page.getByRole('textbox', { name: 'Description' })
  await page.getByLabel("Customer's email").fill('nora.new@example.com')
  await subject.fill('No dial tone')
  await description.fill('The phone has been dead since noon.')
  const expectKept = async (in_ = page) => {
    await expect(in_.getByText('Draft restored')).toBeVisible()
    await expect(in_.getByRole('textbox', { name: 'Subject' })).toHaveValue('No dial tone')
    await expect(in_.getByRole('textbox', { name: 'Description' })).toHaveValue(
      'The phone has been dead since noon.',
    )
    await expect(in_.getByLabel("Customer's email")).toHaveValue('nora.new@example.com')
  }
  await page.reload()
  await expectKept()
  await look(page, 'new-ticket-draft')
  await page.getByRole('link', { name: 'Back to the queue' }).click()
  await expect(subject).toHaveCount(0)
  await page.goBack()
  await expectKept()
  await page.goBack()
  await page.goForward()
  await expectKept()

  // A second call at the same time: another tab shows the first and may begin its own.
  const second = await page.context().newPage()
  await second.goto('/tickets/new-for')
  await expect(second.getByText('You are writing this in another tab.')).toBeVisible()
  await second.screenshot({ path: 'test-results/new-ticket-second-tab.png' })
  await second.getByRole('button', { name: 'Write another ticket' }).click()
  await second.getByRole('textbox', { name: 'Subject' }).fill('Another caller')
  await second.reload()
  await expect(second.getByRole('textbox', { name: 'Subject' })).toHaveValue('Another caller')
  await second.getByRole('button', { name: 'Discard draft' }).click()
  await second.close()

  await page.close()
  const next = await first.context().newPage()
  await next.goto('/tickets/new-for')
  await expectKept(next)
  await next.getByRole('button', { name: 'Create ticket' }).click()
  await expect(next.getByRole('heading', { name: 'No dial tone' })).toBeVisible()
  await next.goto('/tickets/new-for')
  await expect(next.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
})

test('a macro and a forward survive a reload and a link', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Cora Customer'), newMember('Mia Macro', 'agent')])
  const ticket = await newTicket(customer, { subject: 'Ask the maker', assigned_to: agent.id })
  await openAs(page, agent.email, '/dashboard/agent/macros')
  await page.getByRole('button', { name: 'New Macro' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a macro')
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a macro')
  await page.getByRole('textbox', { name: 'Text' }).fill('Thank you')
  await page.goto(`/tickets/${ticket}`)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Thank you')
  await page.getByRole('button', { name: 'Save Macro' }).click()
  await expect(page.getByRole('heading', { name: 'Half a macro' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Half a macro' })).toBeVisible()
  await expect(page.getByText('Draft restored')).toHaveCount(0)

  await page.goto(`/tickets/${ticket}`)
  const dialog = page.getByRole('dialog', { name: 'Forward' })
  await page.getByRole('button', { name: 'Forward' }).click()
  await dialog.getByLabel('To').fill('expert@partner.example')
  await dialog.getByLabel('Message (optional)').fill('Any idea?')
  await press(page, 'Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Forward' }).click()
  await expect(dialog.getByLabel('Message (optional)')).toHaveValue('Any idea?')
  await look(page, 'forward-draft')
})

test('settings, invites and views ask before a change is lost', async ({ page }) => {
  const admin = await newMember('Ada Admin', 'admin')
  let leaves = false
  const asked = answerBrowser(page, () => leaves)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const stay = () => question.getByRole('button', { name: 'Stay' })

  await openAs(page, admin.email, '/admin/invites')
  const addresses = page.getByRole('textbox', { name: /addresses/i })
  await addresses.fill('new@example.com')
  await page.getByRole('link', { name: 'Users' }).first().click()
  await expect(stay()).toBeFocused()
  await press(page, 'Escape')
  await expect(addresses).toHaveValue('new@example.com')
  // Playwright's own reload would wait for a page that stays.
  await page.evaluate(() => location.reload())
  await expect.poll(asked).toBe(1)
  await expect(addresses).toHaveValue('new@example.com')
  await addresses.fill('')

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Workspace' }).first().click()
  const name = page.getByRole('textbox', { name: 'Workspace name' })
  const before = await name.inputValue()
  await name.fill('Half a na')
  await page.getByRole('link', { name: 'Macros' }).first().click()
  await expect(question).toBeVisible()
  await look(page, 'leave-question')
  await stay().click()
  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await stay().click()
  await expect(name).toHaveValue('Half a na')
  await page.close({ runBeforeUnload: true })
  await expect.poll(asked).toBe(2)
  await expect(name).toHaveValue('Half a na')
  await name.fill(before)
  await page.getByRole('link', { name: 'Macros' }).first().click()
  await expect(page.getByRole('heading', { name: 'Macros' })).toBeVisible()
  await page.goBack()
  await name.fill('Half a na')
  await page.getByRole('link', { name: 'Macros' }).first().click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Macros' })).toBeVisible()
  const [row] = await db`select workspace_name as name from public.workspace_settings`
  expect(row?.name).toBe(before)

  leaves = true
  await page.goto('/dashboard/agent/views')
  await page.getByRole('button', { name: 'Save this list as a view' }).first().click()
  const view = page.getByRole('dialog', { name: 'Save this list as a view' })
  await view.getByRole('textbox', { name: 'Name' }).fill('Half a view')
  await press(page, 'Escape')
  const close = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(close.getByRole('button', { name: 'Stay' })).toBeFocused()
  await look(page, 'view-question')
  await close.getByRole('button', { name: 'Stay' }).click()
  await expect(view.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a view')
  await press(page, 'Escape')
  await close.getByRole('button', { name: 'Leave' }).click()
  await expect(view).toHaveCount(0)
})
