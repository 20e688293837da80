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
  const hidden = customer.waitForResponse('**/rpc/report_client_events')
  await customer.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await hidden).status()).toBe(204)
  expect(reports.join()).toContain('LCP')
  expect(reports.join()).not.toContain(people.customer)
  await customer.context().close()

  await openAs(page, people.admin, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
  const row = page.getByRole('table', { name: 'Releases' }).getByRole('row', { name: /customer-portal/ })
  await expect(row).toContainText(/0\.1\.0-[0-9a-f]{12}/)
  await expect(row).toContainText(/\d+(\.\d)? m?s (Good|Fair|Poor)/)
  const failures = page.getByRole('table', { name: 'Most frequent failures' })
  await expect(failures.getByRole('row', { name: /missing-file/ })).toContainText('Load failure')
})
