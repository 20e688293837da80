import { expectAccessible } from '../support/accessible'
import { job } from '../support/count-keys'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'

const LOOKS = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const

const setUndo = (seconds: number) => db`update public.workspace_settings set undo_send_seconds = ${seconds}`
test.afterEach(() => setUndo(0))

const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)

test('an agent links two tickets with two keys and a number, a colleague sees it live, and it is taken back', async ({
  page,
  browser,
}) => {
  const [cleo, agent, colleague] = await Promise.all([
    newMember('Cleo Customer'),
    newMember('Lin Linker', 'agent'),
    newMember('Cole Colleague', 'agent'),
  ])
  const first = await newTicket(cleo, {
    subject: 'Toaster of the longest imaginable name burns every slice of bread that anybody puts into it',
  })
  const second = await newTicket(cleo, { subject: 'Toaster is too hot for crumpets', status: 'pending' })
  const [from, to] = [await numberOf(first), await numberOf(second)]

  await openAs(page, agent.email, `/tickets/${from}`)
  const card = page.getByRole('region', { name: 'Linked tickets' })
  await expect(card.getByText('No linked tickets')).toBeVisible()
  const other = await otherDevice(browser)
  await openAs(other, colleague.email, `/tickets/${to}`)
  const otherCard = other.getByRole('region', { name: 'Linked tickets' })
  await expect(otherCard.getByText('No linked tickets')).toBeVisible()
  const asCustomer = await otherDevice(browser)
  await openAs(asCustomer, cleo.email, `/tickets/${from}`)
  await expect(asCustomer.getByRole('heading', { name: /Toaster of the longest/ })).toBeVisible()

  await waitForShortcuts(page)
  const dialog = page.getByRole('dialog', { name: 'Link tickets' })
  // Zendesk help, "Working with problem and incident tickets": by two fields of the ticket, no keys. Linear: not found.
  await job(page, 'link two tickets by number', { keys: 2 }, async ({ press, type }) => {
    await press('Shift+L')
    await expect(dialog.getByRole('combobox', { name: 'Find the ticket to link' })).toBeFocused()
    await expectAccessible(page, 'dialog to link')
    await type(String(to))
    await expect(dialog.getByRole('option', { name: /too hot for crumpets/ })).toBeVisible()
    await press('Enter')
    await expect(dialog).toHaveCount(0)
  })
  await expect(card.getByRole('link', { name: 'Toaster is too hot for crumpets' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await expect(otherCard.getByRole('link', { name: /Toaster of the longest/ })).toBeVisible()
  await expect(asCustomer.getByText('crumpets')).toHaveCount(0)
  await db`update public.tickets set status = 'solved' where id = ${second}`
  await expect(card.getByText('solved')).toBeVisible()
  await expectAccessible(page, 'a ticket with a linked one')

  await press(page, 'z')
  await expect(card.getByText('No linked tickets')).toBeVisible()
  await expect(otherCard.getByText('No linked tickets')).toBeVisible()
  await other.context().close()
  await asCustomer.context().close()
})

test('selected tickets of a list become incidents of a problem', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Bea Bulk'), newMember('Mo Many', 'agent')])
  const problem = await newTicket(customer, { subject: 'Every toaster is broken' })
  const mine = { assigned_to: agent.id, status: 'in_progress' } as const
  for (const n of [1, 2, 3]) await newTicket(customer, { subject: `Toaster ${n} is broken`, ...mine })
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(page.getByRole('row', { name: /Toaster 3/ })).toBeVisible()
  await waitForShortcuts(page)
  await press(page, 'Shift+A')
  await page.getByRole('toolbar').getByRole('button', { name: 'Link…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link tickets' })
  await expect(dialog.getByLabel('Link as')).toHaveValue('problem')
  await dialog
    .getByRole('combobox', { name: 'Find the ticket to link' })
    .fill(String(await numberOf(problem)))
  await dialog.getByRole('option', { name: /Every toaster/ }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/tickets/${problem}`)
  const card = page.getByRole('region', { name: 'Linked tickets' })
  await expect(card.getByText('3 incidents, 3 open')).toBeVisible()
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await card.scrollIntoViewIfNeeded()
    await expectAccessible(page, `a problem ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/problem-${colorScheme}-${width}.png` })
  }
})

test('one reply answers five incidents and solves them with three keys, and one Undo takes all back', async ({
  page,
  browser,
}) => {
  const [agent, ...customers] = await Promise.all([
    newMember('Pia Problem', 'agent'),
    ...[1, 2, 3, 4, 5].map((n) => newMember(`Cuno Customer ${n} with a name that goes on for a while`)),
  ])
  const problem = await newTicket(agent, { subject: 'No toaster toasts', assigned_to: agent.id })
  const incidents: string[] = []
  for (const [n, customer] of customers.entries())
    incidents.push(
      await newTicket(customer, { subject: `Cold toast ${n}`, assigned_to: agent.id, status: 'in_progress' }),
    )
  for (const id of incidents) await db`select private.add_ticket_link(${id}, ${problem}, 'incident')`
  const [first = '', second = ''] = incidents
  const statuses = async () =>
    (await db`select status from public.tickets where id in ${db(incidents)}`).map(({ status }) =>
      String(status),
    )

  // The backend sends what waits within half a minute.
  test.setTimeout(240_000)
  await setUndo(20)
  await openAs(page, agent.email, `/tickets/${problem}`)
  await expect(page.getByText('5 incidents, 5 open')).toBeVisible()
  await waitForShortcuts(page)
  const dialog = page.getByRole('dialog', { name: /^Reply to the incidents of #/ })
  const box = dialog.getByRole('textbox', { name: /^Reply/ })
  // Zendesk help, "Working with problem and incident tickets": a comment that solves the problem goes to all its incidents that
  // are not solved, and solves them; how many keys solve one is not told there. Linear: not there.
  await job(page, 'answer five incidents and solve them', { keys: 3 }, async ({ press, type }) => {
    await press('Shift+R')
    await expect(box).toBeFocused()
    await expect(dialog.getByRole('group', { name: 'Who gets what' })).toBeVisible()
    await type('Hello {{customer.name}}, your toast is warm again.')
    await press('ControlOrMeta+.')
    await expect(dialog.getByText('Becomes Solved').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reply to 5 tickets' })).toBeEnabled()
    for (const [colorScheme, width] of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `reply to incidents ${colorScheme} ${width}`)
      await page.screenshot({ path: `test-results/incident-reply-${colorScheme}-${width}.png` })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await box.focus()
    await press('ControlOrMeta+Enter')
    await expect(page.getByText(/^5 replies are sent in \d+ seconds$/)).toBeVisible()
  })
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await press(page, 'z')
  await expect(page.getByText('5 replies taken back')).toBeVisible()
  expect(await db`select from public.comments where ticket_id in ${db(incidents)}`).toHaveLength(0)
  expect(new Set(await statuses())).toEqual(new Set(['in_progress']))

  // A customer writes after the preview: this one is left out, and named.
  await press(page, 'Shift+R')
  await expect(box).toHaveValue('Hello {{customer.name}}, your toast is warm again.')
  await expect(dialog.getByRole('group', { name: 'Who gets what' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+.')
  await db`insert into public.comments (ticket_id, user_id, content)
    values (${second}, ${customers[1]?.id ?? ''}, 'Wait, it is on fire')`
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByText(/: The customer wrote since you looked$/)).toBeVisible()
  await expect(page.getByText(/^4 replies are sent in/)).toBeVisible()
  await expectAccessible(page, 'reply to incidents with one left out')
  await page.screenshot({ path: 'test-results/incident-reply-left-out.png' })
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await statuses()).sort().join(), { timeout: 90_000 })
    .toBe('in_progress,solved,solved,solved,solved')

  const customer = await otherDevice(browser)
  await openAs(customer, customers[0]?.email ?? '', `/tickets/${first}`)
  await expect(customer.getByText(/your toast is warm again\.$/).first()).toBeVisible()
  await expect(customer.getByText(/No toaster toasts|Cold toast [1-4]/)).toHaveCount(0)
  await expect(page.getByText('5 incidents, 1 open')).toBeVisible()
  await customer.context().close()
})

test('macros of the reply to incidents are seen whole in their dialog', async ({ page }) => {
  const [agent, customer] = await Promise.all([newMember('Mia Macro', 'agent'), newMember('Cuno Customer')])
  const problem = await newTicket(agent, { subject: 'No toaster toasts', assigned_to: agent.id })
  const incident = await newTicket(customer, { assigned_to: agent.id })
  await db`select private.add_ticket_link(${incident}, ${problem}, 'incident')`
  await openAs(page, agent.email, `/tickets/${problem}`)
  await waitForShortcuts(page)
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 740 })
    await press(page, 'Shift+R')
    const dialog = page.getByRole('dialog', { name: /^Reply to the incidents of #/ })
    await dialog.getByRole('button', { name: 'Macros' }).click()
    await expect(dialog.getByRole('link', { name: 'Manage macros' })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('combobox', { name: 'Find a macro' })).toBeFocused()
    await expect(dialog.getByRole('option').first()).toBeInViewport({ ratio: 1 })
    // By a border at most.
    expect(await dialog.evaluate((each) => each.scrollLeft)).toBeLessThanOrEqual(1)
    await page.screenshot({ path: `test-results/incident-macros-${colorScheme}-${width}.png` })
    await dialog.getByRole('option', { name: /^Ask for details/ }).click()
    await expect(dialog.getByRole('textbox', { name: /^Reply/ })).toHaveValue(/Hello \{\{customer\.name\}\}/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
