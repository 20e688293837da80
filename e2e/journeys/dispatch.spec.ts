import { db, newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { expectTouchTargets } from '../support/touch'
import type { Page } from '@playwright/test'

const assignTo = async (page: Page, name: string) => {
  const bar = page.getByRole('toolbar', { name: 'Selected tickets' })
  await bar.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('combobox', { name: 'Assign to' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  // Without a note.
  await page.getByRole('textbox', { name: `Note to ${name} (optional)` }).press('Enter')
}

test('dispatches 30 unassigned tickets to two agents', async ({ page }) => {
  test.setTimeout(180_000)
  const stamp = Date.now().toString(36)
  const [lead, one, two] = await Promise.all([
    newMember('Dora Dispatch', 'agent'),
    newMember(`Una ${stamp}`, 'agent'),
    newMember(`Tess ${stamp}`, 'agent'),
  ])
  const customer = await newMember('Cleo Customer')
  const tag = `dispatch-${stamp}`
  for (let n = 0; n < 30; n++)
    await newTicket(customer, {
      subject: `Dispatch ${n}`,
      priority: n < 12 ? 'urgent' : 'normal',
      tags: [tag],
    })
  await openAs(page, lead.email, `/tickets/unassigned?tag=${tag}`)
  await expect(page.getByText('30 tickets', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('Urgent')
  await expect(page.getByText('12 tickets', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('12 selected')).toBeVisible()
  await assignTo(page, one.name)
  await expect(page.getByText(`12 tickets assigned to ${one.name}`)).toBeVisible()

  await page.getByRole('combobox', { name: 'Priority' }).selectOption('All Priority')
  // The list is read again, without the tickets that now have somebody.
  await page.reload()
  await expect(page.getByText('18 tickets', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('18 selected')).toBeVisible()
  await assignTo(page, two.name)
  await expect(page.getByText(`18 tickets assigned to ${two.name}`)).toBeVisible()
  const counts = await db`
    select assigned_to, status, count(*)::integer from public.tickets where tags @> array[${tag}]
    group by assigned_to, status order by count`
  expect(counts.map((row) => ({ ...row }))).toEqual([
    { assigned_to: one.id, status: 'in_progress', count: 12 },
    { assigned_to: two.id, status: 'in_progress', count: 18 },
  ])
})

test.describe('360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('dispatches 30 unassigned tickets on a phone and undoes it', async ({ page }) => {
    const stamp = Date.now().toString(36)
    const [lead, one] = await Promise.all([
      newMember('Dora Dispatch', 'agent'),
      newMember(`Una ${stamp}`, 'agent'),
    ])
    const customer = await newMember('Cleo Customer')
    const tag = `phone-${stamp}`
    for (let n = 0; n < 30; n++) await newTicket(customer, { subject: `Dispatch ${n}`, tags: [tag] })
    await openAs(page, lead.email, `/tickets/unassigned?tag=${tag}`)
    await expect(page.getByText('30 tickets', { exact: true })).toBeVisible()
    await settled(page)
    const first = page.locator('tr[data-id]').first()
    expect((await first.boundingBox())?.y, 'top of the first ticket').toBeLessThan(300)
    await expectTouchTargets(page, 'queue')
    await first.getByRole('checkbox').tap()
    const bar = page.getByRole('toolbar', { name: 'Selected tickets' })
    await expect(bar).toContainText('1 selected')
    await expectTouchTargets(page, 'queue with a selection')
    await bar.getByRole('button', { name: 'Select all' }).tap()
    await expect(bar).toContainText('30 selected')
    await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeFocused()
    // The keyboard has it without a selection: the checkbox of the table comes up with its focus.
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.press('Space')
    await expect(bar).toBeHidden()
    await all.press('Space')
    await expect(bar).toContainText('30 selected')
    const box = await page.locator('label').filter({ has: all }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await assignTo(page, one.name)
    await expect(page.getByText(`30 tickets assigned to ${one.name}`)).toBeVisible()
    const assigned = async () =>
      (
        await db`select count(*)::integer as n from public.tickets
        where tags @> array[${tag}] and assigned_to = ${one.id}`
      )[0]?.n
    expect(await assigned()).toBe(30)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(page.getByText('Undone: 30 tickets restored')).toBeVisible()
    expect(await assigned()).toBe(0)
  })
})

test('select all means all that match, loaded or not', async ({ page }) => {
  test.setTimeout(180_000)
  const agent = await newMember('Sel Select', 'agent')
  const customer = await newMember('Cleo Customer')
  await db`
    insert into public.tickets (subject, description, created_by, customer_id, assigned_to, status)
    select 'Selected ' || n, 'One of very many tickets.', ${customer.id}, ${customer.id}, ${agent.id}, 'in_progress'
    from generate_series(1, 230) n`
  await openAs(page, agent.email, '/tickets/assigned')
  await expect(page.getByText('50+ tickets')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('230 selected')).toBeVisible()
  const bar = page.getByRole('toolbar', { name: 'Selected tickets' })
  await bar.getByLabel('Set priority').selectOption('High')
  // 230 tickets take a while beside other journeys.
  const slow = { timeout: 60_000 }
  await expect(page.getByText('230 tickets set to High priority')).toBeVisible(slow)
  const high = async () =>
    (
      await db`select count(*)::integer as n from public.tickets
      where assigned_to = ${agent.id} and priority = 'high'`
    )[0]?.n
  expect(await high()).toBe(230)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 230 tickets restored')).toBeVisible(slow)
  expect(await high()).toBe(0)
})

test('select all under a search means all that it finds', async ({ page }) => {
  const agent = await newMember('Sue Search', 'agent')
  const customer = await newMember('Cleo Customer')
  const word = `wombat${Date.now().toString(36)}`
  await db`
    insert into public.tickets (subject, description, created_by, customer_id, assigned_to, status)
    select ${word} || ' ' || n, 'One of many tickets.', ${customer.id}, ${customer.id}, ${agent.id}, 'in_progress'
    from generate_series(1, 70) n`
  await openAs(page, agent.email, `/tickets/assigned?q=${word}`)
  await expect(page.getByText('50+ tickets')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('70 selected')).toBeVisible()
})

test('names colleagues’ tickets among all before anything is changed', async ({ page }) => {
  const [agent, rival] = await Promise.all([newMember('Ned Name', 'agent'), newMember('Rita Rival', 'agent')])
  const customer = await newMember('Cleo Customer')
  const tag = `held-${Date.now().toString(36)}`
  // The rival's are the oldest, and so not among the first fifty.
  await db`
    insert into public.tickets (subject, description, created_by, customer_id, assigned_to, status, tags, created_at)
    select 'Held ' || n, 'One of many tickets.', ${customer.id}, ${customer.id},
      case when n <= 3 then ${rival.id}::uuid else ${agent.id}::uuid end, 'in_progress', array[${tag}],
      now() - interval '1 day' + n * interval '1 minute'
    from generate_series(1, 60) n`
  await openAs(page, agent.email, `/dashboard/agent/views?assigned=any&tag=${tag}`)
  await expect(page.getByText('50+ tickets')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: '3 can’t be changed' }).click()
  const list = page.getByRole('list', { name: '3 can’t be changed' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list).toContainText('Assigned to Rita Rival. Take over to change.')
  await page.keyboard.press('Escape')
  const bar = page.getByRole('toolbar', { name: 'Selected tickets' })
  await bar.getByLabel('Set priority').selectOption('High')
  await expect(page.getByText('57 tickets set to High priority')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(/#\d+ Held 3/)
  await expect(page.getByText('You do not have permission')).toHaveCount(0)
  await bar.getByRole('button', { name: 'Take over', exact: true }).click()
  await expect(page.getByText('3 tickets taken over')).toBeVisible()
})
