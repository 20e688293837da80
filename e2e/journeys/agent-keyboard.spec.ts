import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket, type Member } from '../support/factories'
import { focusSearch, press, signInByKeyboard, tabTo, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { expectText } from '../support/ticket-page'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const findMacro = (page: Page) => page.getByRole('combobox', { name: 'Find a macro' })
const macro = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Find a macro' }).getByRole('option', { name: new RegExp(`^${name}`) })
const openTicket = (page: Page) => /\/tickets\/([0-9a-f-]{36})$/.exec(page.url())?.[1]

const addMacro = (owner: Member, name: string, body: string, set_status: string | null = null) =>
  db`insert into public.macros ${db({ owner_id: owner.id, is_shared: false, name, body, set_status })}`

/** Detects mouse input. @returns asserts that there was none */
async function watchMouse(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => addEventListener('mousedown', () => sessionStorage.setItem('mouse', 'used')))
  return async () => expect(await page.evaluate(() => sessionStorage.getItem('mouse'))).toBeNull()
}

test('solves a ticket by keyboard alone: queue, next, macro, note, send and next', async ({ page }) => {
  test.setTimeout(120_000)
  const agent = await newMember('Kay Keys', 'agent')
  const customer = await newMember('Cleo Customer')
  // Older than any urgent ticket, so that they come first in the queue.
  const values = (days: number, subject: string) => ({
    subject,
    priority: 'urgent',
    created_at: new Date(Date.now() - days * 86_400_000),
  })
  const first = await newTicket(customer, values(900, 'The first to be helped'))
  const second = await newTicket(customer, values(899, 'The second to be helped'))
  await addMacro(agent, 'Ask for the model', 'Hello {{customer.name}}, which model is it?')
  await addMacro(agent, 'Solved by restart', 'A restart helps, {{customer.name}}.', 'solved')
  const mouseUnused = await watchMouse(page)
  await signInByKeyboard(page, agent)

  await press(page, 'g', 'u')
  await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
  await expect(page.locator('tr[data-id]').first()).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 't')
  await expect(heading(page, 'The first to be helped')).toBeVisible()
  expect(openTicket(page)).toBe(first)
  const box = page.getByRole('region', { name: 'Write' }).getByRole('textbox')
  await expect(box).toBeVisible()
  await waitForShortcuts(page)

  // A reply with a macro.
  await press(page, 'r')
  await expect(box).toBeFocused()
  await press(page, 'Escape')
  await press(page, 'm')
  await expect(findMacro(page)).toBeFocused()
  await page.keyboard.type('model')
  await expect(macro(page, 'Ask for the model')).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expectText(box, 'Hello Cleo Customer, which model is it?')
  await expect(box).toBeFocused()
  await press(page, 'ControlOrMeta+Enter')
  await expect(page.getByText('Comment added', { exact: true })).toBeVisible()

  // Letters typed into a field are no shortcuts.
  await press(page, 'Escape', 'n')
  const note = page.getByRole('textbox', { name: 'Note for staff' })
  await expect(note).toBeFocused()
  await page.keyboard.type('j k t g d ? / s — the customer swears at it')
  await expectText(note, 'j k t g d ? / s — the customer swears at it')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'ControlOrMeta+Enter')
  await expect(page.getByText('Note added', { exact: true })).toBeVisible()

  // Set the priority by typing into a dialog.
  await press(page, 'Escape', 'p')
  await expect(page.getByRole('dialog', { name: 'Set priority' })).toBeVisible()
  await page.keyboard.type('low')
  await press(page, 'Enter')
  await expect
    .poll(async () => (await db`select priority from public.tickets where id = ${first}`)[0]?.priority)
    .toBe('low')

  // Solve with the last reply and open the next ticket.
  await press(page, 'r')
  await expect(box).toBeFocused()
  await press(page, 'Escape', 'm')
  await expect(findMacro(page)).toBeFocused()
  await page.keyboard.type('by restart')
  await expect(macro(page, 'Solved by restart')).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expectText(box, 'A restart helps, Cleo Customer.')
  await press(page, 'ControlOrMeta+Shift+Enter')
  await expect(heading(page, 'The second to be helped')).toBeVisible()
  expect(openTicket(page)).toBe(second)

  const [ticket] = await db`select status, assigned_to from public.tickets where id = ${first}`
  expect(ticket).toEqual({ status: 'solved', assigned_to: agent.id })
  const comments = await db`
    select content, is_internal from public.comments where ticket_id = ${first} order by created_at`
  expect(comments).toEqual([
    { content: 'Hello Cleo Customer, which model is it?', is_internal: false },
    { content: 'j k t g d ? / s — the customer swears at it', is_internal: true },
    { content: 'A restart helps, Cleo Customer.', is_internal: false },
  ])
  await waitForShortcuts(page)
  await press(page, 'u')
  await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
  await mouseUnused()
})

test('list, palette, help sheet and views work by keyboard and are accessible in both themes and widths', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const agent = await newMember('Vera Views', 'agent')
  const customer = await newMember('Cora Customer')
  const word = `quokka${Date.now().toString(36)}`
  for (const [priority, n] of [
    ['high', 1],
    ['low', 2],
    ['high', 3],
  ] as const)
    await newTicket(customer, { subject: `A ${word} number ${n}`, priority })
  const mouseUnused = await watchMouse(page)
  await openAs(page, agent.email)
  await waitForShortcuts(page)

  // Search and filter the list.
  await press(page, 'g', 'u')
  await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
  await waitForShortcuts(page)
  await focusSearch(page)
  await page.keyboard.type(word)
  await expect(page.locator('tr[data-id]')).toHaveCount(3)
  await tabTo(page, page.getByRole('combobox', { name: 'Priority' }))
  await page.keyboard.type('High')
  await expect(page.locator('tr[data-id]')).toHaveCount(2)

  // Save the list as a view.
  await press(page, 'ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await expectAccessible(page, 'the palette')
  await page.keyboard.type('save this list')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this list as a view' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('High quokkas')
  await press(page, 'Enter')
  await expect(heading(page, 'High quokkas')).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`/dashboard/agent/views\\?view=.*assigned=none.*q=${word}.*priority=high`),
  )
  const sidebar = page.getByRole('navigation', { name: 'Views' })
  await expect(sidebar.getByRole('link', { name: /^High quokkas.*2 tickets/ })).toBeVisible()
  await expect(page.locator('tr[data-id]')).toHaveCount(2)

  await waitForShortcuts(page)
  await press(page, 'j', 'x', 'Shift+J')
  await expect(page.getByText('2 selected')).toBeVisible()
  await press(page, 'c')
  await expect(page.getByText('2 tickets assigned to you')).toBeVisible()
  await expect(sidebar.getByRole('link', { name: /^High quokkas.*0 tickets/ }), 'updated count').toBeVisible()

  // Open a ticket by its subject and go back to the view.
  await press(page, 'g', 'd')
  await expect(heading(page, 'Agent Dashboard')).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 'ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(`${word} number 2`)
  await expect(page.getByRole('option', { name: new RegExp(`${word} number 2`) })).toBeVisible()
  await press(page, 'Enter')
  await expect(heading(page, `A ${word} number 2`)).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 'u')
  await expect(heading(page, 'High quokkas')).toBeVisible()
  await mouseUnused()

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme))
    const checked = colorScheme === 'light' ? 'all' : 'colors'
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(sidebar).toHaveCount(width === 360 ? 0 : 1)
      await expectAccessible(page, `a view, ${colorScheme}, ${width}`, checked)
      if (width === 360) {
        await page.getByRole('button', { name: 'Menu' }).press('Enter')
        await expect(sidebar.getByRole('link', { name: /^High quokkas/ })).toBeVisible()
        await expectAccessible(page, `the menu, ${colorScheme}, ${width}`, checked)
        await press(page, 'Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await press(page, '?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(page, `the help sheet, ${colorScheme}, ${width}`, checked)
      await press(page, 'Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
})

test('a colleague opens a shared view by its link; single keys can be disabled', async ({ page }) => {
  const owner = await newMember('Olga Owner', 'agent')
  const colleague = await newMember('Cody Colleague', 'agent')
  const filter = { status: ['pending'], sort: 'priority' }
  const [shared] = await db`insert into public.saved_views ${db({
    owner_id: owner.id,
    is_shared: true,
    name: 'Waiting for an answer',
    filter: db.json(filter),
  })} returning id`
  const [kept] = await db`insert into public.saved_views ${db({
    owner_id: owner.id,
    is_shared: false,
    name: 'For my eyes',
    filter: db.json(filter),
  })} returning id`
  await openAs(page, colleague.email, `/dashboard/agent/views?view=${shared?.id}`)
  await expect(heading(page, 'Waiting for an answer')).toBeVisible()
  await expect(page).toHaveURL(/assigned=any&status=pending&sort=priority$/)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('pending')
  await expect(page.getByText('For my eyes')).toHaveCount(0)
  await page.goto(`/dashboard/agent/views?view=${kept?.id}`)
  await expect(page.getByText('This view was deleted or is no longer shared.')).toBeVisible()

  await page.goto('/dashboard/agent/settings')
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.goto('/tickets/assigned')
  await expect(heading(page, 'My Assigned Tickets')).toBeVisible()
  await expect(async () => {
    await press(page, 'ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await press(page, 'Escape')
  await press(page, 'g', 'u', '?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page, 'My Assigned Tickets')).toBeVisible()
})
