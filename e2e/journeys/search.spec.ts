import { expectAccessible, expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newComment, newMember, newTicket } from '../support/factories'
import { waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'

const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000)
/** A word that occurs in no other ticket, as long as no other test of this run uses it. */
const rareWord = () => `zebra${[...String(Date.now())].map((digit) => 'klmnopqrst'[Number(digit)]).join('')}`

test('an agent finds an old ticket by a misspelt word of a comment', async ({ page }) => {
  const agent = await newMember('Avery Lindqvist', 'agent')
  const customer = await newMember('Sam Searcher')
  const word = rareWord()
  const ticket = await newTicket(customer, {
    subject: 'The office is too quiet',
    assigned_to: agent.id,
    status: 'in_progress',
    created_at: weeksAgo(3),
  })
  await newComment(agent, ticket, `Please restart the ${word} in the basement first.`)
  // A word becomes a correction once three tickets have it.
  for (const subject of ['One floor above', 'Two floors above'])
    await newComment(agent, await newTicket(customer, { subject }), `The ${word} again.`)
  await openAs(page, agent.email, '/tickets/assigned')
  const misspelt = word.replace('zebra', 'zerba')
  await page.getByPlaceholder('Search tickets...').fill(misspelt)
  const row = page.getByRole('row', { name: /The office is too quiet/ })
  await expect(row).toContainText(`Comment by Avery Lindqvist: Please restart the ${word}`)
  await expect(row.locator('mark')).toHaveText(word)
  await expect(page.getByText('Showing results for')).toHaveText(
    `Showing results for ${word}. Search instead for ${misspelt}.`,
  )
  await expectAccessibleInBothSchemes(page, 'found tickets')
  await page.getByRole('link', { name: misspelt }).click()
  await expect(page).toHaveURL(/typed=1/)
  await expect(page.getByText('No tickets found')).toBeVisible()
})

test('an agent finds a colleague’s ticket by assigned: and completions', async ({ page }) => {
  const [agent, colleague] = await Promise.all([
    newMember('Abby Agent', 'agent'),
    newMember(`Cole ${rareWord()}`, 'agent'),
  ])
  const customer = await newMember('Sam Searcher')
  await newTicket(customer, { subject: 'Two blue lamps', assigned_to: colleague.id, status: 'in_progress' })
  await newTicket(customer, { subject: 'Two blue chairs', assigned_to: agent.id, status: 'in_progress' })
  await openAs(page, agent.email, '/dashboard/agent/views?assigned=any')
  const box = page.getByRole('combobox', { name: 'Search tickets' })
  await box.fill(`blue assigned:opne`)
  await expect(page.getByText('Unknown person: opne.')).toBeVisible()
  const typed = `blue assigned:"${colleague.name}`
  await box.fill(typed)
  await expect(page.getByRole('option', { name: colleague.email })).toBeVisible()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === typed)
  await expectAccessible(page, 'completions of the search box')
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(box).toHaveValue(`blue assigned:${colleague.email} `)
  await expect(page.getByRole('row', { name: /Two blue lamps/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Two blue chairs/ })).toHaveCount(0)
})

test('an agent opens a ticket by its number in the palette', async ({ page }) => {
  const agent = await newMember('Abby Agent', 'agent')
  const customer = await newMember('Sam Searcher')
  const ticket = await newTicket(customer, { subject: 'Opened by its number' })
  const [row] = await db`select number from public.tickets where id = ${ticket}`
  await openAs(page, agent.email, '/tickets/assigned')
  await waitForShortcuts(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${row?.number}`)
  await expect(
    page.getByRole('option', { name: new RegExp(`Opened by its number.*#${row?.number}`) }),
  ).toBeVisible()
  await expectAccessible(page, 'found tickets in the palette')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Opened by its number', level: 1 })).toBeVisible()
})

test.describe('360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a customer finds their ticket by a word of a comment', async ({ page }) => {
    const customer = await newMember('Sam Searcher')
    const agent = await newMember('Avery Lindqvist', 'agent')
    const word = rareWord()
    const ticket = await newTicket(customer, { subject: 'Nothing prints', created_at: weeksAgo(3) })
    await newTicket(customer, { subject: 'Nothing scans' })
    await newComment(agent, ticket, `Have you tried the ${word} beside the door?`)
    await openAs(page, customer.email, '/tickets')
    await page.getByPlaceholder('Search tickets...').fill(word)
    await expect(page.getByRole('row', { name: /Nothing scans/ })).toHaveCount(0)
    const row = page.getByRole('row', { name: /Nothing prints/ })
    await expect(row).toContainText(`Comment by Avery Lindqvist: Have you tried the ${word}`)
    await expect(row).toContainText(/#\d{4}/)
    await expectAccessible(page, 'found tickets of a customer')
    await row.getByRole('link', { name: 'Nothing prints' }).click()
    await expect(page.getByText(`Have you tried the ${word}`)).toBeVisible()
  })
})
