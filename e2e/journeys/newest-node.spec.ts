import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@helpdesk/testing/stack'
import { expect, fillSignIn, people, test } from '../support/portal'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'e2e/newest-node')
const node = join(folder, `node_modules/node-linux-${process.arch}/bin/node`)

test.describe.configure({ timeout: 300_000 })

test('on the newest Node that is supported, npm start works and a customer raises a ticket', async ({
  page,
}) => {
  test.skip(process.platform !== 'linux', 'the newest Node is fetched for Linux only')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  const data = mkdtempSync(join(tmpdir(), 'helpdesk-newest-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const portal = spawn(node, [join(root, 'apps/local-supabase/bin/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      PORT: new URL(url).port,
      SMTP_PORT: '0',
      HELPDESK_DATA: data,
      HELPDESK_SEED: 'demo',
    },
  })
  let output = ''
  for (const stream of [portal.stdout, portal.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = new Promise((resolve) => portal.once('exit', resolve))
  try {
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(isUp, { message: 'status of the portal', timeout: 180_000 }).toBe(200)
    await page.goto(`${url}/auth/login`)
    await fillSignIn(page, people.customer)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.goto(`${url}/tickets/new`)
    await page.getByLabel('Subject').fill('The door of the freezer')
    await page.getByLabel('Description').fill('It does not close any more.')
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect(page.getByRole('heading', { name: 'The door of the freezer' })).toBeVisible()
  } catch (error) {
    throw new Error(`The portal printed:\n${output}`, { cause: error })
  } finally {
    portal.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  expect(output).not.toMatch(/deprecat|warning/i)
  // Journeys that run beside this one load files of the build.
  expect(output, 'uses the build of the other journeys').not.toContain('Building')
})
