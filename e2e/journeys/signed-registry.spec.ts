import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}
// one worker: the tests share a folder
test.describe.configure({ mode: 'serial' })

const registrySchema = z.looseObject({
  serial: z.number(),
  expires: z.string(),
  remotes: z.record(z.string(), z.unknown()),
})

let folder: string
let server: Server
let address: string
const env = () => ({
  ...process.env,
  SUPABASE_URL: 'https://help.example.com',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  HELPDESK_RELEASE_KEY: join(folder, 'key.pem'),
})

/** Runs the release command, as a team does. */
async function release(...args: string[]): Promise<string> {
  const script = ['--import', 'tsx', 'libs/remote-contract/release/main.ts', ...args]
  return (await promisify(execFile)(process.execPath, script, { cwd: root, env: env() })).stdout
}
const site = () => join(folder, 'site')
const readRegistry = async () =>
  registrySchema.parse(JSON.parse(await readFile(join(site(), 'portal.json'), 'utf8')))

test.beforeAll(async () => {
  test.setTimeout(300_000)
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-signed-'))
  const [, key = ''] =
    /HELPDESK_REGISTRY_KEY=(\S+)/.exec(await release('keys', '--file', join(folder, 'key.pem'))) ?? []
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', join(folder, 'shell'), '--emptyOutDir'],
    {
      cwd: join(root, 'apps/shell'),
      env: { ...env(), HELPDESK_REGISTRY_KEY: key },
    },
  )
  await release('shell', '--dist', join(folder, 'shell'), '--to', site())
  await release('agent-workspace', '--dist', join(root, 'apps/agent-workspace/dist'), '--to', site())
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = extname(path) ? path : '/index.html'
    readFile(join(site(), file)).then(
      (body) => response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const refused = (page: Page) => page.getByText('The helpdesk was not started')
const seenSerial = (page: Page) => page.evaluate(() => localStorage.getItem('helpdesk-registry-serial'))

test('a shell with a key starts with a registry that the release command signed', async ({ page }) => {
  await page.goto(`${address}/auth/login`)
  const { serial } = await readRegistry()
  await expect.poll(() => seenSerial(page)).toBe(String(serial))
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(refused(page)).toBeHidden()
})

for (const [what, change, sentence] of [
  ['an unsigned', (registry) => ({ ...registry, signature: undefined }), 'is not signed'],
  ['a forged', (registry) => ({ ...registry, supabase: { url: 'https://evil.example' } }), 'is not valid'],
  ['a prolonged', (registry) => ({ ...registry, expires: '2999-01-01T00:00:00Z' }), 'is not valid'],
] satisfies [string, (registry: object) => object, string][]) {
  test(`a shell with a key refuses ${what} registry`, async ({ page }) => {
    const registry = await readRegistry()
    await page.route('**/portal.json', (route) => route.fulfill({ json: change(registry) }))
    await page.goto(`${address}/auth/login`)
    await expect(refused(page)).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await seenSerial(page)).toBeNull()
  })
}

test('a shell with a key refuses an expired registry', async ({ page }) => {
  const { expires } = await readRegistry()
  await page.clock.setFixedTime(new Date(Date.parse(expires) + 1))
  await page.goto(`${address}/auth/login`)
  await expect(page.getByText('has expired, or the clock of this device is wrong')).toBeVisible()
})

test('a shell with a key refuses an older registry than it has seen', async ({ page }) => {
  const older = await readFile(join(site(), 'portal.json'), 'utf8')
  await release('agent-workspace', '--kill', '--to', site())
  await page.goto(`${address}/auth/login`)
  await expect.poll(() => seenSerial(page)).not.toBeNull()
  await page.route('**/portal.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: older }),
  )
  await page.reload()
  await expect(page.getByText('is older than the one that this browser has seen')).toBeVisible()
})
