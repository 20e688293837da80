import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'

const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)
const say = (author: { id: string }, ticket: string, content: string, internal = false) => db`
  insert into public.comments (ticket_id, user_id, content, is_internal)
  values (${ticket}, ${author.id}, ${content}, ${internal})`

test('messages of a second matter become a ticket of their own, live, by keyboard, and come back', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const [customer, agent, colleague] = await Promise.all([
    newMember('Wolfeschlegelsteinhausenbergerdorff Splitter'),
    newMember('Sue Splits', 'agent'),
    newMember('Cole League', 'agent'),
  ])
  const ticket = await newTicket(customer, {
    subject: 'Toaster burns bread',
    description: 'It is black on one side.',
  })
  await say(customer, ticket, 'The toaster still burns.')
  await say(colleague, ticket, 'A note on the toaster', true)
  await say(customer, ticket, 'By the way, the kettle leaks. '.repeat(12).trim())
  const number = await numberOf(ticket)

  const other = await otherDevice(browser)
  await openAs(other, colleague.email, `/tickets/${number}`)
  await expect(other.getByText(/the kettle leaks/)).toBeVisible()
  await openAs(page, agent.email, `/tickets/${number}`)
  await expect(page.getByText(/the kettle leaks/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Split into a new ticket…' })).toHaveCount(2)
  await waitForShortcuts(page)

  // One key opens it with the customer's newest message chosen, the subject is selected by typing, Enter splits.
  await press(page, 'y')
  const dialog = page.getByRole('dialog', { name: 'Split into a new ticket' })
  await expect(dialog.getByRole('checkbox', { name: /the kettle leaks/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /A note on the toaster/ })).toBeDisabled()
  await expect(dialog.getByRole('region', { name: 'New ticket' })).toContainText(customer.email)
  await expect(dialog.getByRole('textbox', { name: /Subject/ })).toBeFocused()
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `messages to split ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/split-dialog-${colorScheme}-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, 'Control+a')
  await page.keyboard.type('Kettle leaks')
  await press(page, 'Enter')
  await expect(page.getByText(/^1 message split into #\d+$/)).toBeVisible()
  await expect(page.getByText(/the kettle leaks/)).toHaveCount(0)
  await expect(other.getByText(/the kettle leaks/)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  // One key takes it back, for everybody.
  await press(page, 'z')
  await expect(page.getByText(/the kettle leaks/)).toBeVisible()
  await expect(other.getByText(/the kettle leaks/)).toBeVisible()

  // From the message itself, with an error at its field first.
  await page.getByRole('button', { name: 'Split into a new ticket…' }).last().press('Enter')
  await dialog.getByRole('textbox', { name: /Subject/ }).fill(' ')
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(dialog.getByText('A subject has 1 to 255 characters.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Subject/ }).fill('Kettle leaks')
  await dialog.getByRole('checkbox', { name: /toaster still burns/ }).check()
  await expect(dialog.getByRole('checkbox', { name: /A note on the toaster/ })).toBeEnabled()
  await dialog.getByRole('checkbox', { name: /toaster still burns/ }).uncheck()
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByText(/^1 message split into #\d+$/)).toBeVisible()
  const [made] = await db<{ id: string; number: string }[]>`
    select id, number::text from public.tickets where subject = 'Kettle leaks' and customer_id = ${customer.id}`

  await page.goto(`/tickets/${made?.number}`)
  await expect(page.getByRole('heading', { name: 'Kettle leaks' })).toBeVisible()
  await expect(page.getByText(/the kettle leaks/)).toBeVisible()
  await expect(page.getByText(`#${number}`).first()).toBeVisible()
  await expectAccessible(page, 'a ticket that was split from another')
  await page.screenshot({ path: 'test-results/split-made.png', fullPage: true })

  // The customer finds it among their own, and the toaster alone on the other.
  const theirs = await otherDevice(browser)
  await openAs(theirs, customer.email, `/tickets/${made?.number}`)
  await expect(theirs.getByText(/the kettle leaks/)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Split into a new ticket…' })).toHaveCount(0)
  await theirs.goto(`/tickets/${number}`)
  await expect(theirs.getByText('The toaster still burns.')).toBeVisible()
  await expect(theirs.getByText(/the kettle leaks/)).toHaveCount(0)
  await expect(theirs.getByText('A note on the toaster')).toHaveCount(0)
  for (const each of [other, theirs]) await each.context().close()
})
