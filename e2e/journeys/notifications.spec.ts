import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { clientOf, db, newMember, newTicket } from '../support/factories'
import { mailsTo } from '../support/mail'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { expectText } from '../support/ticket-page'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('a mention in a note reaches the colleague, who opens it from the bell', async ({ page, browser }) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Mia Mentioned'),
    newMember('Ann Author', 'agent'),
    newMember('Max Mention', 'agent'),
  ])
  const ticket = await newTicket(customer, { subject: 'Needs a second look', assigned_to: agent.id })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await page.getByRole('button', { name: 'Internal note', exact: true }).click()
  const note = page.getByRole('textbox', { name: 'Note for staff' })
  await note.pressSequentially('Please check, @max men')
  await expect(page.getByRole('option', { name: /Max Mention/ })).toBeVisible()
  await expectAccessible(page, 'the list of colleagues')
  await note.press('Enter')
  await expectText(note, 'Please check, @Max Mention ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('@Max Mention').last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Followers' })).toContainText('Max Mention')

  const other = await otherDevice(browser)
  await openAs(other, colleague.email, '/tickets/assigned')
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 360],
  ] as const) {
    await other.emulateMedia({ colorScheme })
    await other.setViewportSize({ width, height: 800 })
    // The layout of the other width has a bell of its own.
    await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
    await bell(other).focus()
    await other.keyboard.press('Enter')
    await expect(panel(other).getByText('Ann Author mentioned you')).toBeVisible()
    await expectAccessible(other, `notifications ${colorScheme} ${width}`)
    await other.keyboard.press('Escape')
    await expect(panel(other)).toBeHidden()
  }
  await bell(other).click()
  const item = panel(other).getByRole('link', { name: /Ann Author mentioned you/ })
  await item.click()
  await expect(other).toHaveURL(new RegExp(`/tickets/${ticket}`))
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  await other.context().close()
})

test('a customer reads a reply in the app, so that no mail is sent', async ({ page }) => {
  const [customer, agent] = await Promise.all([newMember('Rea Reader'), newMember('Rob Replier', 'agent')])
  const tickets = [
    await newTicket(customer, { subject: 'The door is stuck', assigned_to: agent.id }),
    await newTicket(customer, { subject: 'The window too', assigned_to: agent.id }),
  ]
  await openAs(page, customer.email, '/tickets')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const client = await clientOf(agent)
  for (const ticket_id of tickets)
    expect((await client.from('comments').insert({ ticket_id, content: 'Try some oil' })).error).toBeNull()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).click()
  const item = /Rob Replier replied/
  await expect(panel(page).getByRole('link')).toContainText([item, item, /Notification settings/])
  await panel(page).getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  expect(await db`select kind from public.notification_outbox where ticket_id = any(${tickets})`).toEqual([])
  expect(await mailsTo(page, customer.email)).toEqual([])
})

test('a link in a mail ends this kind of mail after one click, and takes it back', async ({ page }) => {
  const member = await newMember('Uma Unsubscribed')
  const [row] = await db<
    { token: string }[]
  >`select private.unsubscribe_token(${member.id}, 'status') as token`
  const choice = async () =>
    (await db`select preferences -> 'notify_status' as on from public.profiles where id = ${member.id}`)[0]
      ?.on
  await page.goto(`/auth/unsubscribe?token=${row?.token}`)
  await expect(page.getByText('You get an email when the status')).toBeVisible()
  await expectAccessible(page, 'unsubscribe')
  expect(await choice()).toBeNull()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You no longer get an email when the status')).toBeVisible()
  await expect(page.getByText('We sent you an email about this')).toBeVisible()
  expect(await choice()).toBe(false)
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByText('You get an email when the status')).toBeVisible()
  expect(await choice()).toBe(true)
  await page.goto(`/auth/unsubscribe?token=${row?.token}0`)
  await expect(page.getByText('This link is not valid')).toBeVisible()
})

test('a person in copy leaves a ticket by the link of a mail, and comes back', async ({ page }) => {
  const ticket = await newTicket(await newMember('Oda Owner'))
  const address = `copied-${ticket}@example.org`
  await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${address})`
  const [row] = await db<{ token: string; number: string }[]>`
    select private.copy_token(id, ${address}) as token, number from public.tickets where id = ${ticket}`
  const left = async () =>
    (
      await db`select left_at is not null as left from public.ticket_participants where ticket_id = ${ticket}`
    )[0]?.left as unknown
  await page.goto(`/auth/unsubscribe?token=${row?.token}`)
  await expect(page.getByText(`You get copies of ticket #${row?.number}.`)).toBeVisible()
  await expectAccessible(page, 'leaving a ticket')
  expect(await left()).toBe(false)
  await expect(page.getByRole('button')).toHaveText(['Unsubscribe'])
  await page.getByRole('button').click()
  await expect(page.getByText(`You no longer get copies of ticket #${row?.number}.`)).toBeVisible()
  expect(await left()).toBe(true)
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByText(`You get copies of ticket #${row?.number}.`)).toBeVisible()
  expect(await left()).toBe(false)
})

test('an agent who is away is not given the next ticket, and colleagues are warned', async ({
  page,
  browser,
}) => {
  const [customer, agent, colleague] = await Promise.all([
    newMember('Wes Waiting'),
    newMember('Abe Absent', 'agent'),
    newMember('Hal Hander', 'agent'),
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, agent.email, '/tickets/unassigned')
  const available = page.getByRole('switch', { name: 'Available' })
  await expect(available).toBeChecked()
  await available.click()
  await expect(available).not.toBeChecked()
  const next = page.getByRole('button', { name: 'Next ticket' }).first()
  await expect(next).toBeDisabled()
  await expect(next).toHaveAttribute('title', /^You are away/)

  const ticket = await newTicket(customer, { assigned_to: colleague.id })
  const other = await otherDevice(browser)
  await openAs(other, colleague.email, `/tickets/${ticket}`)
  await other.getByTitle('Assign', { exact: true }).click()
  await other.getByRole('combobox', { name: 'Find an agent' }).fill(agent.email)
  await other.getByRole('option', { name: /Abe Absent.*Away/ }).click()
  const warning = other.getByRole('dialog', { name: 'Assign to Abe Absent?' })
  await expect(warning).toContainText('Abe Absent has been away since')
  await expectAccessible(other, 'the warning')
  await warning.getByRole('button', { name: 'Assign anyway' }).click()
  await expect(other.getByRole('button', { name: /^Abe Absent/ })).toContainText('Away')
  await other.context().close()
})
