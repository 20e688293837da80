import type { Locator } from '@playwright/test'
import { expect, otherDevice, people, test } from '../support/portal'
import { openAs } from '../support/session'

test('an admin sees load failures and vitals of a release, which browsers report', async ({
  page,
  browser,
}) => {
  const customer = await otherDevice(browser)
  // takes part in the sample
  await customer.addInitScript(() => (Math.random = () => 0))
  const reports: string[] = []
  customer.on('request', (request) => {
    if (request.url().endsWith('/rpc/report_client_events')) reports.push(request.postData() ?? '')
  })
  await customer.route('**/remotes/customer-portal/assets/MyTickets-*.js', (route) =>
    route.fulfill({ status: 404, body: 'gone' }),
  )
  await openAs(customer, people.customer, '/tickets')
  await expect(customer.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect.poll(() => reports.join()).toContain('missing-file')
  // the first input completes LCP
  await customer.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(customer.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  // Its duration is known once the next frame is on the screen. web-vitals reads the entry when idle; a page that is
  // hidden before that loses it.
  await customer.evaluate(
    () =>
      new Promise<void>((known) =>
        new PerformanceObserver(() => requestIdleCallback(() => known())).observe({
          type: 'first-input',
          buffered: true,
        }),
      ),
  )
  const hidden = customer.waitForResponse('**/rpc/report_client_events')
  await customer.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await hidden).status()).toBe(204)
  for (const vital of ['LCP', 'INP', 'CLS']) expect(reports.join(), vital).toContain(vital)
  expect(reports.join()).not.toContain(people.customer)
  await customer.context().close()

  await openAs(page, people.admin, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
  const row = page.getByRole('table', { name: 'Releases' }).getByRole('row', { name: /customer-portal/ })
  await expect(row).toContainText(/\d+\.\d+\.\d+-[0-9a-f]{12}/)
  await expect(row).toContainText(/\d+(\.\d)? m?s (Good|Fair|Poor)/)
  // the row's header has the line and the indent of the other cells
  const style = (cell: Locator, property: string) =>
    cell.evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)
  const [part, version] = [row.getByRole('rowheader'), row.getByRole('cell').first()]
  expect(await style(part, 'border-bottom-width')).toBe(await style(version, 'border-bottom-width'))
  const above = page.getByRole('columnheader', { name: 'Version' }).first()
  expect(await style(version, 'padding-inline-start')).toBe(await style(above, 'padding-inline-start'))
  const failures = page.getByRole('table', { name: 'Most frequent failures' })
  await expect(failures.getByRole('row', { name: /missing-file/ })).toContainText('Load failure')
})
