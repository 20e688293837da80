import type { Page } from '@playwright/test'

/** Collects policy violations, requested URLs and those that expose a token, over all navigations. */
export async function watchPolicy(
  page: Page,
): Promise<{ violations: string[]; addresses: string[]; secrets: string[] }> {
  const violations: string[] = []
  const addresses: string[] = []
  const secrets: string[] = []
  await page.exposeFunction('policyRefused', (what: string) => void violations.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      Reflect.get(
        window,
        'policyRefused',
      )(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    ),
  )
  const check = (where: string, address: string) => {
    addresses.push(address)
    // The one exception: a signed URL of one file, valid for a minute.
    if (/\/storage\/v1\/object\/sign\/[^?]+\?token=/.test(address)) return
    if (
      /eyJ[\w-]{10}|sb_secret_|(access|refresh)_?token|apikey=|[?&#]token(_hash)?=|password=/i.test(
        decodeURIComponent(address),
      )
    )
      secrets.push(`${where}: ${address}`)
  }
  page.on('request', (request) => {
    check('request', request.url())
    const { referer } = request.headers()
    if (referer) check('referer', referer)
  })
  page.on('framenavigated', (frame) => check('page', frame.url()))
  return { violations, addresses, secrets }
}
