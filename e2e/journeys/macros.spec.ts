import { expectAccessible } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, send } from '../support/ticket-page'

const LOOKS = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const

test('a macro is written with a preview, asks its questions by keyboard, and is sent only when all is filled in', async ({
  page,
}) => {
  const [customer, agent] = await Promise.all([newMember('Cleo Customer'), newMember('Mac Macro', 'agent')])
  const ticket = await newTicket(customer, { subject: 'My phone is flat', assigned_to: agent.id })

  await openAs(page, agent.email, '/dashboard/agent/macros')
  await page.getByRole('button', { name: 'New Macro' }).click()
  const form = page.getByRole('region', { name: 'New macro' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Devices / Charge it')
  await form.getByText('Placeholders and questions').click()
  await form.getByRole('textbox', { name: 'Text' }).fill('Hi , charge your ')
  await form
    .getByRole('textbox', { name: 'Text' })
    .evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3))
  await form.getByRole('button', { name: '{{customer.first_name|there}}' }).click()
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('{{ask:Which device?}} ({{ask:Size?|Small|Large}}). See {{ticket.link}}.')
  await expect(form.getByRole('region', { name: 'Preview' })).toHaveText(
    'PreviewHi Casey, charge your [Which device?] (Small). See {{ticket.link}}.',
  )
  await expect(form.getByText(/These placeholders are unknown/)).toBeVisible()
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1200 })
    await expectAccessible(page, `the form of a macro ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/macro-form-${colorScheme}-${width}.png`, fullPage: true })
  }
  await form.getByRole('button', { name: 'Save Macro' }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Charge it' })).toBeVisible()
  await page.screenshot({ path: 'test-results/macros-dark-360.png', fullPage: true })

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/tickets/${ticket}`)
  await waitForShortcuts(page)
  await box(page).fill('Mine. ')
  await page.getByRole('heading', { name: 'My phone is flat' }).click()
  await press(page, 'm')
  await expect(page.getByRole('combobox', { name: 'Find a macro' })).toBeFocused()
  await expect(page.getByRole('option', { name: 'Ask for details' })).toBeVisible()
  await page.screenshot({ path: 'test-results/macro-menu-all.png' })
  await page.keyboard.type('charge')
  await expect(page.getByText('Hi Cleo, charge your')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Devices / Charge it' })
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `the menu of macros ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/macro-menu-${colorScheme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, 'Enter')
  await expect(dialog.getByRole('textbox', { name: 'Which device?' })).toBeFocused()
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `the questions of a macro ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/macro-questions-${colorScheme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.type('phone')
  await press(page, 'Escape')
  await expect(dialog).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expectText(box(page), 'Mine. ')

  await page.getByRole('button', { name: 'Macros' }).click()
  await expect(page.getByRole('option', { name: 'Ask for details' })).toBeVisible()
  await page.keyboard.type('charge')
  await press(page, 'Enter')
  await expect(dialog.getByRole('textbox', { name: 'Which device?' })).toBeFocused()
  await page.keyboard.type('phone')
  await press(page, 'Enter')
  await expect(dialog.getByText('An answer is required')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Size?' })).toBeFocused()
  await page.keyboard.type('Lar')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expectText(box(page), 'Mine. Hi Cleo, charge your phone (Large). See {{ticket.link}}.')
  await expect(box(page)).toBeFocused()

  await press(page, 'ControlOrMeta+Enter')
  await expect(page.getByText('Not sent: {{ticket.link}} is not filled in')).toBeVisible()
  await expect(box(page)).toBeFocused()
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `an unfilled placeholder ${colorScheme} ${width}`)
    await page.screenshot({ path: `test-results/macro-unfilled-${colorScheme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await commentsOf(ticket)).toEqual([])
  // It is selected: typing replaces it.
  await page.keyboard.type('below')
  await send(page).click()
  await expect
    .poll(() => commentsOf(ticket))
    .toEqual(['Mine. Hi Cleo, charge your phone (Large). See below.'])
  const [used] = await db`select uses from public.macro_uses where user_id = ${agent.id}`
  expect(used?.uses).toBe(1)
  await page.getByRole('button', { name: 'Macros' }).click()
  await expect(page.getByText('Most used')).toBeVisible()
})
