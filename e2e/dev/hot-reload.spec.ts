import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { copyCheckout } from '../support/checkout-copy'
import { isRunning, startDevServers } from '../support/dev-servers'
import { consent, newAddress, people, signIn } from '../support/portal'

/** Replaces text in a file until the test ends; fails if the text is missing. */
type Edit = (file: string, from: string, to: string) => void

/** A page that is closed while the server writes to its socket resets or ends it, which Vite prints as an error. */
const withoutResets = (output: string): string =>
  output.replace(/.*ws proxy (?:socket )?error:.*\n.*(?:ECONNRESET|EPIPE).*\n(?: +at .*\n)*/g, '')

/** `npm run dev` in a temporary copy of this checkout, whose files a test may edit. */
const test = base.extend<
  { problems: string[]; edit: Edit },
  { dev: { folder: string; url: string; mailbox: string } }
>({
  dev: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
    async ({}, provide) => {
      const { folder, remove } = copyCheckout()
      try {
        const servers = await startDevServers(folder)
        const processes = servers.processes()
        await provide({ folder, url: servers.url, mailbox: servers.mailbox })
        servers.terminate()
        await expect.poll(() => processes.filter(isRunning), 'processes after SIGTERM').toEqual([])
        expect(withoutResets(servers.output())).not.toMatch(/deprecat|error/i)
      } finally {
        remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ dev }, provide) => provide(dev.url),
  edit: async ({ dev }, provide) => {
    const originals = new Map<string, string>()
    // Renamed, as editors do: otherwise the server may read a truncated file.
    const save = (path: string, text: string) => {
      const temporary = join(dev.folder, 'edited')
      writeFileSync(temporary, text)
      renameSync(temporary, path)
    }
    await provide((file, from, to) => {
      const path = join(dev.folder, file)
      const source = readFileSync(path, 'utf8')
      expect(source, file).toContain(from)
      originals.set(path, source)
      save(path, source.replace(from, to))
    })
    for (const [path, source] of originals) save(path, source)
  },
  problems: [
    async ({ page }, provide) => {
      const problems: string[] = []
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      await provide(problems)
      expect(problems, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
})

// In one worker, so that the servers start once.
test.describe.configure({ mode: 'default' })

const screens = [
  {
    role: 'customer',
    app: 'customer-portal',
    file: 'CustomerDashboard.tsx',
    heading: 'Welcome Back!',
    text: 'welcome',
  },
  {
    role: 'agent',
    app: 'agent-workspace',
    file: 'AgentDashboard.tsx',
    heading: 'Agent Dashboard',
    text: 'title',
  },
  {
    role: 'admin',
    app: 'admin-console',
    file: 'AdminDashboard.tsx',
    heading: 'Admin Dashboard',
    text: 'title',
  },
] as const

for (const { role, app, file, heading, text } of screens)
  test(`shows edits of shell, ${app} and library without a reload`, async ({ page, edit }) => {
    const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await signIn(page, people[role])
    await expect(title(heading)).toBeVisible()
    await page.evaluate(() => Reflect.set(window, 'loadedOnce', true))

    edit(`apps/${app}/src/dashboard/${file}`, `heading={texts.${text}}`, 'heading="Remote"')
    await expect(title('Remote')).toBeVisible()
    edit('libs/ui/src/components/PageHeader.tsx', '{heading}\n', '{heading} and library\n')
    await expect(title('Remote and library')).toBeVisible()
    edit('apps/shell/src/layout/UserActions.tsx', '{texts.signOut}', 'Sign Out of the shell')
    await expect(page.getByRole('button', { name: 'Sign Out of the shell' })).toBeVisible()

    expect(await page.evaluate(() => Reflect.get(window, 'loadedOnce'))).toBe(true)
  })

test('renders a PDF', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, people.agent)
  await page.goto(`/tickets/20000000-0000-4000-8000-000000000015`)
  await page.getByRole('button', { name: 'Preview how-totals-are-calculated.pdf' }).first().click()
  const canvas = page.getByRole('dialog').locator('canvas').first()
  // The development server bundles the reader with its first use.
  await expect(canvas).toBeVisible({ timeout: 90_000 })
  await expect.poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.width)).toBeGreaterThan(0)
})

test('links from the mailbox to the portal', async ({ page, dev }) => {
  await page.goto(dev.mailbox)
  await page.getByRole('link', { name: 'Open the portal' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('signs in through the mock provider', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await consent(page, newAddress('dev'), 'Dev Person')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back!' })).toBeVisible()
})
