import { db, newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, filesOf, send } from '../support/ticket-page'

/** Lists of the queue belong to the agents' remote, an admin's ticket page to the admins' remote. */
test('an admin has one list memory, draft, upload list and undo in two remotes', async ({ page }) => {
  const admin = await newMember('Ada Admin', 'admin')
  const customer = await newMember('Cleo Customer')
  const mine = (subject: string, created_at: Date) =>
    newTicket(customer, { subject, created_at, assigned_to: admin.id, status: 'in_progress' })
  const ticket = await mine('Both remotes', new Date())
  await mine('Another one', new Date(0))
  await openAs(page, admin.email, '/tickets/assigned?sort=created_at')
  await expect(page.locator('tr[data-id]')).toHaveCount(2)
  await waitForShortcuts(page)
  const loads = () => page.evaluate(() => performance.timeOrigin)
  const before = await loads()
  const containers = () =>
    page.evaluate(() =>
      (Reflect.get(globalThis, '__FEDERATION__') as { __INSTANCES__: { name: string }[] }).__INSTANCES__.map(
        ({ name }) => name,
      ),
    )

  await press(page, 'v')
  const openPage = () => page.locator('tr[data-id]').first().getByRole('link').first().click()
  const pane = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect(pane.getByRole('heading', { name: 'Both remotes' })).toBeVisible()
  await box(page).fill('Begun beside the list')

  // The ticket's page is of the other remote.
  await openPage()
  const place = page.getByRole('navigation', { name: 'Place in the list' })
  await expect(place.getByText('1 of 2')).toBeVisible()
  expect(await containers()).toEqual(expect.arrayContaining(['agent_workspace', 'admin_console']))
  await expectText(box(page), 'Begun beside the list')
  await box(page).fill('Finished on the page')

  await place.getByRole('link', { name: 'My Assigned Tickets' }).click()
  await expect(pane.getByRole('heading', { name: 'Both remotes' })).toBeVisible()
  await expectText(box(page), 'Finished on the page')
  // A refusal, which is not tried again by itself.
  await page.route('**/storage/v1/object/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
  )
  await pane
    .getByRole('region', { name: 'Write' })
    .locator('input[type=file]')
    .setInputFiles([textFile('log.txt')])
  await send(page).click()
  await expect.poll(() => commentsOf(ticket)).toEqual(['Finished on the page'])
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()

  await openPage()
  await expect(place).toBeVisible()
  await page.unroute('**/storage/v1/object/**')
  await retry.click()
  await expect.poll(() => filesOf(ticket)).toEqual(['log.txt'])
  await place.getByRole('link', { name: 'My Assigned Tickets' }).click()
  await expect(pane.getByRole('heading', { name: 'Both remotes' })).toBeVisible()
  await expect(pane.getByText('log.txt')).toBeVisible()
  await expect(retry).toBeHidden()

  const status = async () => (await db`select status from public.tickets where id = ${ticket}`)[0]?.status
  const asBefore = await status()
  await pane.getByTitle('Set status', { exact: true }).filter({ visible: true }).click()
  await page.getByRole('menuitemradio', { name: 'On Hold' }).click()
  await expect.poll(status).toBe('on_hold')
  await page.getByRole('link', { name: 'All Tickets' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tickets' })).toBeVisible()
  // its shortcuts are registered after the first paint
  await expect(async () => {
    await press(page, 'z')
    expect(await status()).toBe(asBefore)
  }).toPass()
  expect(await loads()).toBe(before)
})
