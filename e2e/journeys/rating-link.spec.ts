import { expectAccessible } from '../support/accessible'
import { clientOf, db, newMember, newTicket } from '../support/factories'
import { mailsTo, newestLink } from '../support/mail'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'

test('a customer rates a solved ticket from the mail without signing in', async ({ page, browser }) => {
  const [customer, agent] = await Promise.all([newMember('Rae Rater'), newMember('Sol Solver', 'agent')])
  const ticket = await newTicket(customer, { subject: 'Paper jam', assigned_to: agent.id })
  await (await clientOf(agent)).from('tickets').update({ status: 'solved' }).eq('id', ticket)
  const score = async () =>
    (await db`select score from public.ticket_ratings where ticket_id = ${ticket}`)[0]?.score as unknown
  // It waits until the change can no longer be undone.
  await expect.poll(() => mailsTo(page, customer.email), { timeout: 30_000 }).not.toEqual([])
  const link = new URL(
    await newestLink(page, customer.email, /Paper jam/, /https?:\/\/\S+\/auth\/rate\?\S+answer=bad/),
  )

  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('radio', { name: 'Bad' })).toBeChecked()
  await expect(page.getByText('Your answer about ticket #')).toBeVisible()
  await expect(page.getByText('Paper jam')).toHaveCount(0)
  await expectAccessible(page, 'the rating of a mail')
  expect(await score()).toBeUndefined()
  await page.getByRole('button', { name: 'Send rating' }).click()
  await expect(page.getByText('Thank you. Your rating: Bad')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeFocused()
  expect(await score()).toBe(2)

  await page.getByRole('radio', { name: 'Good' }).check({ force: true })
  await page.getByRole('button', { name: 'Change rating' }).click()
  await expect(page.getByText('Thank you. Your rating: Good')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeFocused()
  expect(await score()).toBe(4)

  const other = await otherDevice(browser)
  await openAs(other, agent.email, `/tickets/${ticket}`)
  await expect(other.getByText('Rated Good by the customer')).toBeVisible()

  await page.goto(`${link.pathname}${link.search.replace('token=', 'token=x')}`)
  await expect(page.getByText('This link is not valid any more')).toBeVisible()
})
