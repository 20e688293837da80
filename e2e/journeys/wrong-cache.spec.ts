import { startCachingProxy } from '../support/caching-proxy'
import { expect, people, test } from '../support/portal'
import { startSession } from '../support/session'
import { portal } from '../support/this-portal'

for (const [what, wrong] of [
  ['a screen', /\/remotes\/customer-portal\/assets\/MyTickets-[^/]+\.js$/],
  ['the start of a remote', /\/remotes\/customer-portal\/assets\/routes-[^/]+\.js$/],
  ['the portal itself', /^\/assets\/start-[^/]+\.js$/],
] as const) {
  test(`a wrong file of ${what} that was cached for a year is taken again`, async ({ browser }) => {
    const proxy = await startCachingProxy(portal.url, wrong)
    const context = await browser.newContext()
    const page = await context.newPage()
    try {
      await startSession(page, people.customer, { ...portal, url: proxy.url })
      await page.goto(`${proxy.url}/tickets`)
      await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
    } finally {
      await context.close()
      proxy.stop()
    }
  })
}
