import type { Page } from '@playwright/test'
import { newMember, newTicket } from '../support/factories'
import { expect, newAddress, people, test } from '../support/portal'
import { openAs } from '../support/session'
import { box } from '../support/ticket-page'

/** Records POST requests whose URL ends with `path`. */
function recordPosts(page: Page, path: string) {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) urls.push(request.url())
  })
  return urls
}

for (const slow of [false, true]) {
  test(`a double click writes once on a ${slow ? 'slow' : 'fast'} connection`, async ({ page }) => {
    const [customer, agent] = await Promise.all([newMember('Dora Double'), newMember('Cliff Click', 'agent')])
    const ticket = await newTicket(customer)
    // Delayed by two frames, so that the second click comes before the response.
    if (slow) {
      await page.route(/claim_ticket|send_reply/, async (route) => {
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        )
        await route.continue()
      })
    }
    await openAs(page, agent.email, `/tickets/${ticket}`)
    const claims = recordPosts(page, '/claim_ticket')
    await page.getByRole('button', { name: 'Assign to me' }).dblclick()
    await expect(page.getByText('Cliff Click (you)')).toBeVisible()
    const replies = recordPosts(page, '/send_reply')
    await box(page).fill('Once is enough.')
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
    await expect(page.getByText('Comment added')).toBeVisible()
    await expect(page.getByText('Once is enough.')).toHaveCount(1)
    expect([claims.length, replies.length]).toEqual([1, 1])
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('a double click on Send invite sends one mail', async ({ page }) => {
  const address = newAddress('twice')
  await openAs(page, people.admin, '/admin/invites')
  await page.getByLabel('Email addresses').fill(address)
  const sends = recordPosts(page, '/send-invites')
  await page.getByRole('button', { name: 'Send invite' }).dblclick()
  await expect(page.getByRole('heading', { name: '1 invited' })).toBeVisible()
  await expect(page.getByLabel('Email addresses')).toHaveValue('')
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
  expect(sends).toHaveLength(1)
  const response = await page.request.get(`/mail/api/messages?to=${encodeURIComponent(address)}`)
  expect(await response.json()).toHaveLength(1)
})
