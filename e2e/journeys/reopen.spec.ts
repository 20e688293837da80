import { db, newMember, newTicket } from '../support/factories'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, send } from '../support/ticket-page'

for (const [status, width] of [
  ['pending', 1440],
  ['solved', 360],
  ['closed', 1440],
] as const) {
  test(`a customer's answer reopens a ${status} ticket and lifts it in the queue (${width} px)`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    const [customer, agent] = await Promise.all([newMember('Rita Returns'), newMember('Ray Reader', 'agent')])
    const tag = `Returned ${status} ${Date.now()}`
    const old = await newTicket(customer, {
      subject: `${tag} old`,
      assigned_to: agent.id,
      status,
      created_at: new Date(Date.now() - 86_400_000),
    })
    await newTicket(customer, { subject: `${tag} newer`, assigned_to: agent.id, status: 'in_progress' })

    const rows = page.getByText(new RegExp(`^${tag} (old|newer)$`))
    await openAs(page, agent.email, '/tickets/assigned?sort=updated_at')
    await expect(rows.first()).toContainText('newer')
    // Queues show active tickets.
    await expect(rows).toHaveCount(status === 'pending' ? 2 : 1)

    const theirs = await otherDevice(browser)
    await theirs.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await openAs(theirs, customer.email, `/tickets/${old}`)
    await box(theirs).fill('It is **broken** again')
    await send(theirs).click()
    await expect(theirs.getByText('Comment added', { exact: true })).toBeVisible()
    await expect
      .poll(async () => (await db`select status from public.tickets where id = ${old}`)[0]?.status)
      .toBe('open')
    await theirs.context().close()

    await page.reload()
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('old')
    await page.goto(`/tickets/${old}`)
    const article = page.getByRole('article')
    await expect(article.getByRole('button', { name: 'open', exact: true })).toBeVisible()
    await expect(article.getByText('broken', { exact: true })).toBeInViewport()
    await expect(article.locator('strong', { hasText: 'broken' })).toBeVisible()
    await expect(
      article.getByText(/reopened the ticket|changed the status from Pending to Open/),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'Write' })).toBeInViewport()
  })
}
