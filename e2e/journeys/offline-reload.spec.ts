import { newMember, newTicket } from '../support/factories'
import { expect, signOut, test } from '../support/portal'
import { openAs } from '../support/session'

test.use({ serviceWorkers: 'allow' })

test('a reload without a network shows a page of the portal, which opens again by itself', async ({
  page,
  context,
}) => {
  const customer = await newMember('Otto Reload')
  const ticket = await newTicket(customer, { subject: 'Read in the tunnel' })
  await openAs(page, customer.email, `/tickets/${ticket}?from=mail`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The helpdesk cannot be reached' })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'The helpdesk cannot be reached' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Read in the tunnel' })).toBeVisible()
  await expect(page).toHaveURL(/\?from=mail$/)

  // the worker keeps nothing but its page
  await signOut(page)
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    return (await Promise.all(caches.map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toEqual(['/offline.html'])
})
