import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { copyCheckout } from '../support/checkout-copy'
import { isRunning, startDevServers } from '../support/dev-servers'
import { fillSignIn, people, signIn, signOut } from '../support/portal'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['apps', 'libs', 'supabase', 'e2e']

/** Checksums of the files at the top and of all sources, by path. */
function checksums(folder: string): Record<string, string> {
  const top = readdirSync(folder, { withFileTypes: true }).map((entry) => ({ entry, parent: folder }))
  const below = SOURCES.flatMap((name) =>
    readdirSync(join(folder, name), { withFileTypes: true, recursive: true }).map((entry) => ({
      entry,
      parent: entry.parentPath,
    })),
  )
  const files = [...top, ...below].filter(
    ({ entry, parent }) => entry.isFile() && !/\/(node_modules|\.nx)(\/|$)/.test(parent),
  )
  return Object.fromEntries(
    files.map(({ entry, parent }) => {
      const path = join(parent, entry.name)
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

test('a generated remote passes all checks and opens without an edit elsewhere', async ({ browser }) => {
  test.setTimeout(400_000)
  const { folder, remove } = copyCheckout()
  const run = (command: string, args: string[], cwd = folder) =>
    promisify(execFile)(command, args, {
      cwd,
      env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
    })
  const tool = (path: string, args: string[], cwd = folder) =>
    run(process.execPath, [join(folder, 'node_modules', path), ...args], cwd)
  const app = join(folder, 'apps/knowledge-base')
  try {
    const before = checksums(folder)
    await run('npm', [
      ...['run', 'new:remote', '--', 'knowledge-base', '--roles', 'customer,agent'],
      ...['--no-install', '--no-interactive'],
    ])
    const after = Object.entries(checksums(folder)).filter(
      ([path]) => !path.startsWith('apps/knowledge-base/'),
    )
    expect(Object.fromEntries(after)).toEqual(before)

    await tool('prettier/bin/prettier.cjs', ['--check', 'apps/knowledge-base'])
    await tool('eslint/bin/eslint.js', ['.'], app)
    await tool('typescript-7/bin/tsc', ['--noEmit'], app)
    await tool('vitest/vitest.mjs', ['run'], app)
    await tool('vite/bin/vite.js', ['build'], app)
    for (const name of ['shell', 'customer-portal'])
      cpSync(join(root, 'apps', name, 'dist'), join(folder, 'apps', name, 'dist'), { recursive: true })
    const budgets = await run(process.execPath, ['apps/shell/scripts/bytes.mjs', 'knowledge-base'])
    expect(budgets.stdout).toMatch(/knowledge-base: KnowledgeBase .* of 50/)

    // a shell over its budget stops its own release, never a team's
    const assets = join(folder, 'apps/shell/dist/assets')
    const start = join(assets, readdirSync(assets).find((name) => /^start-.*\.js$/.test(name)) ?? '')
    const script = readFileSync(start)
    appendFileSync(start, `//${randomBytes(20_000).toString('base64')}`)
    await run(process.execPath, ['apps/shell/scripts/bytes.mjs', 'knowledge-base'])
    await expect(run(process.execPath, ['apps/shell/scripts/bytes.mjs', 'shell'])).rejects.toThrow(
      'the login page is over 168 kB',
    )
    writeFileSync(start, script)

    // the agents' remote by its development server, the others from their builds
    const servers = await startDevServers(folder, ['agent-workspace'])
    const processes = servers.processes()
    try {
      const page = await browser.newPage({ baseURL: servers.url })
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      const menu = page.getByRole('navigation', { name: 'Main' })
      const heading = page.getByRole('heading', { level: 1, name: 'Knowledge Base' })
      await signIn(page, people.customer)
      await menu.getByRole('link', { name: 'Knowledge Base' }).click()
      await expect(heading).toBeVisible()
      expect(requests).toContainEqual(expect.stringMatching(/\/remotes\/knowledge-base\/remoteEntry\.js/))
      expect(requests).toContainEqual(expect.stringMatching(/\/remotes\/customer-portal\/remoteEntry\.js/))

      await signOut(page)
      await page.goto('/knowledge-base')
      await fillSignIn(page, people.customer)
      await expect(heading).toBeVisible()

      await signOut(page)
      await signIn(page, people.agent)
      await expect(page.getByRole('heading', { level: 1, name: 'Agent Dashboard' })).toBeVisible()
      expect(requests).toContainEqual(expect.stringMatching(/AgentDashboard\.tsx/))

      rmSync(app, { recursive: true })
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Agent Dashboard' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Knowledge Base' })).toHaveCount(0)
    } finally {
      servers.terminate()
      await expect.poll(() => processes.filter(isRunning), 'processes after SIGTERM').toEqual([])
    }
  } finally {
    remove()
  }
})
