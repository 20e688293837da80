/** The portal as an app on a phone or a desktop. */
import { people, expect, test } from '../support/portal'
import { openAs } from '../support/session'

test('browsers can install the portal', async ({ page }) => {
  await openAs(page, people.agent, '/')
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/app.webmanifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  for (const link of await page.locator('link[rel="apple-touch-icon"]').all()) {
    const icon = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(icon.headers()['content-type']).toBe('image/png')
  }
})
