import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { password, people, signIn } from '../support/portal'
import { watchPolicy } from '../support/policy-watch'
import { portal } from '../support/this-portal'
import {
  caddy,
  findCommand,
  freeAddress,
  nginx,
  runScript,
  startWebServer,
  type Site,
} from '../support/web-servers'

/** The shell and the customers' remote, released to one origin; the agents' remote is loaded from another. */
const test = base.extend<object, { site: Site & { host: URL } }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
    async ({}, provide) => {
      const temporary = mkdtempSync(join(tmpdir(), 'helpdesk-hosting-'))
      const host = await freeAddress()
      const site = {
        host,
        folder: join(temporary, 'files'),
        portal: await freeAddress(),
        remotes: [host],
        backend: new URL(portal.url),
      }
      const release = (app: string, address: string) =>
        runScript(
          'libs/remote-contract/release/main.ts',
          [app, '--to', site.folder, '--dist', `apps/${app}/dist`, '--base', address],
          {
            SUPABASE_URL: site.portal.origin,
            SUPABASE_PUBLISHABLE_KEY: portal.publishableKey,
            INIT_CWD: '',
          },
        )
      try {
        release('shell', '/')
        release('customer-portal', '/')
        release('agent-workspace', host.href)
        await provide(site)
      } finally {
        rmSync(temporary, { recursive: true })
      }
    },
    { scope: 'worker' },
  ],
})

/** Where the agents' remote is served, and one of its scripts. */
async function agentRelease({ portal: { origin } }: Site): Promise<{ base: string; asset: string }> {
  const { remotes } = await (await fetch(`${origin}/portal.json`)).json()
  const { base, start } = remotes['agent-workspace']
  return { base, asset: start.find((file: string) => file.startsWith('assets/')) }
}

// In one worker, so that the releases are made once.
test.describe.configure({ mode: 'default' })

for (const server of [nginx, caddy])
  test.describe(server.name, () => {
    test.skip(
      !findCommand(server.name),
      `${server.name} is not installed (Debian: nginx-light, libnginx-mod-http-brotli-static, caddy)`,
    )
    let stop = async () => {}
    test.beforeAll(async ({ site }) => {
      stop = await startWebServer(server, site, join(site.folder, '..', server.name))
    })
    test.afterAll(() => stop())

    test('serves pages, files and their headers', async ({ site }) => {
      const get = (path: string, headers: Record<string, string> = {}) =>
        fetch(new URL(path, site.portal), { headers: { 'accept-encoding': 'identity', ...headers } })

      const page = await get('/tickets/20000000-0000-4000-8000-000000000015')
      const html = await page.text()
      expect(page.status).toBe(200)
      expect(html).toContain('<div id="root">')
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-`)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
      for (const path of ['/', '/index.html', '/portal.json']) {
        const first = await get(path)
        expect(first.headers.get('cache-control'), path).toBe('no-cache')
        const etag = first.headers.get('etag') ?? ''
        expect((await get(path, { 'if-none-match': etag })).status, path).toBe(304)
      }

      const script = /href="(\/assets\/start-[^"]+)"/.exec(html)?.[1] ?? ''
      const plain = await get(script)
      expect(plain.headers.get('content-type')).toMatch(/^text\/javascript/)
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const code = await plain.text()
      for (const [accepted, encoding] of [
        ['gzip', 'gzip'],
        ['gzip, br', server.best],
      ] as const) {
        const small = await get(script, { 'accept-encoding': accepted })
        expect(small.headers.get('content-encoding')).toBe(encoding)
        expect(small.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
        expect(await small.text()).toBe(code)
      }
      expect((await get('/portal.json', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(
        'gzip',
      )

      for (const path of [
        '/assets/gone-12345678.js',
        '/gone.js',
        '/remotes/gone/1/remoteEntry.js',
        '/.env',
      ]) {
        const missing = await get(path, { accept: 'text/html' })
        expect(missing.status, path).toBe(404)
        expect(missing.headers.get('cache-control') ?? '', path).not.toContain('immutable')
      }
      expect((await get('/rest/v1/tickets')).headers.get('content-type')).toMatch(/^application\/json/)

      // answers that the backend itself leaves as they are
      const compressed = async (path: string, body?: object) => {
        const headers = {
          'accept-encoding': 'gzip',
          apikey: portal.publishableKey,
          'content-type': 'application/json',
        }
        const init = body && { method: 'POST', body: JSON.stringify(body) }
        const answer = await fetch(new URL(path, site.portal), { headers, ...init })
        expect(answer.headers.get('content-type'), path).toMatch(/^application\/json/)
        expect((await answer.text()).length, path).toBeGreaterThan(512)
        return answer.headers.get('content-encoding') === 'gzip'
      }
      expect(await compressed(`/rest/v1/rpc/${'none'.repeat(95)}`)).toBe(true)
      const account = { email: people.customer, password }
      expect(await compressed('/auth/v1/token?grant_type=password', account)).toBe(false)
    })

    test('serves remotes to another origin without cookies', async ({ site }) => {
      const { base, asset } = await agentRelease(site)
      expect(base).toMatch(new RegExp(`^${site.host.href}remotes/agent-workspace/`))
      const entry = await fetch(base + asset, { headers: { origin: site.portal.origin } })
      expect(entry.status).toBe(200)
      expect(entry.headers.get('access-control-allow-origin')).toBe('*')
      expect(entry.headers.get('access-control-allow-credentials')).toBeNull()
      expect(entry.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const missing = await fetch(`${base}assets/gone-12345678.js`)
      expect(missing.status).toBe(404)
      expect(missing.headers.get('access-control-allow-origin')).toBe('*')
      expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable')
      for (const path of ['/', '/portal.json', '/index.html'])
        expect((await fetch(new URL(path, site.host))).status, path).toBe(404)
    })

    test('opens tickets and a PDF with a remote of another origin under the policy', async ({
      browser,
      site,
    }) => {
      const context = await browser.newContext({ baseURL: site.portal.origin })
      const page = await context.newPage()
      const { violations, addresses } = await watchPolicy(page)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))

      await signIn(page, people.agent)
      await page.goto('/dashboard/agent/tickets')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await page.goto('/tickets/20000000-0000-4000-8000-000000000015')
      await page.getByRole('button', { name: 'Preview how-totals-are-calculated.pdf' }).first().click()
      const canvas = page.getByRole('dialog').locator('canvas').first()
      await expect(canvas).toBeVisible()
      await expect
        .poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.width))
        .toBeGreaterThan(0)

      expect(addresses.filter((address) => address.startsWith(site.host.href))).not.toEqual([])
      expect(violations).toEqual([])
      expect(errors).toEqual([])
      await context.close()
    })
  })
