import { db, newMember, newTicket } from '../support/factories'
import { press, tabTo, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

test('changes tickets in bulk and undoes it by keyboard; cells are not clipped; the tab shows the subject', async ({
  page,
}) => {
  const agent = await newMember('Bo Bulk', 'agent')
  const customer = await newMember('Cleo Customer')
  // In the future, so that they count as new on a slow machine.
  const created_at = new Date(Date.now() + 600_000)
  const values = { assigned_to: agent.id, status: 'in_progress', created_at }
  for (const subject of ['One of two', 'Two of two']) await newTicket(customer, { subject, ...values })
  const statuses = async () =>
    (await db`select status from public.tickets where assigned_to = ${agent.id}`).map(({ status }) => status)
  await openAs(page, agent.email)
  await waitForShortcuts(page)
  await press(page, 'g', 'a')
  await expect(page.getByRole('heading', { name: 'My Assigned Tickets' })).toBeVisible()
  await expect(page.locator('tr[data-id]')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: 'less than a minute ago' }).first()).toBeVisible()
  const clipped = () =>
    page.locator('tr[data-id] :is([data-mark], time, [data-column=actions] a)').evaluateAll((all) => {
      const rightOf = (each: Element | null) => each?.getBoundingClientRect().right ?? 0
      const clippedCells = all.filter((each) => {
        // The padding of a link may be clipped, its text may not.
        const textEnd =
          rightOf(each) - (each.matches('a') ? parseFloat(getComputedStyle(each).paddingRight) : 0)
        // The target of a link on touch extends beyond it.
        const overflows = !each.matches('a') && each.scrollWidth > each.clientWidth
        return overflows || textEnd > rightOf(each.closest('td')) + 0.5
      })
      return clippedCells.map(({ outerHTML }) => outerHTML)
    })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(clipped, `clipped cells at ${width} px`).toEqual([])
  }
  await waitForShortcuts(page)
  await press(page, 'Shift+A', 'b')
  await tabTo(page, page.getByLabel('Set status'))
  // Opens the select and moves to Open, In Progress and Pending.
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  expect(await statuses()).toEqual(['in_progress', 'in_progress'])
  await press(page, 'Enter')
  await expect.poll(statuses).toEqual(['pending', 'pending'])
  await expect(page.getByText('2 tickets set to Pending')).toBeVisible()
  await press(page, 'z')
  await expect.poll(statuses).toEqual(['in_progress', 'in_progress'])
  await press(page, 'o')
  await expect(page).toHaveTitle(/^#\d+ (One|Two) of two · /)
})
