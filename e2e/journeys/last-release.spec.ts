import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, startStack } from '@helpdesk/testing/stack'
import { openWorkspace } from '@helpdesk/testing/workspace'
import { z } from 'zod'
import { unpackLastRelease } from '../support/pack-release'
import { expect, test } from '../support/portal'
import { settled, waitForApp, watchRequests } from '../support/settled'
import { box } from '../support/ticket-page'

test.describe.configure({ timeout: 600_000 })

const remote = z.object({ menus: z.array(z.object({ role: z.string(), to: z.string() })) })

/** The screens that the release's menus offer to a role. */
function screensOf(apps: string, role: string): string[] {
  const menus = readdirSync(apps).flatMap((app) => {
    const file = join(apps, app, 'dist/remote.json')
    return app === 'shell' ? [] : remote.parse(JSON.parse(readFileSync(file, 'utf8'))).menus
  })
  return menus.filter((menu) => menu.role === role).map(({ to }) => to)
}

/** Collects the requests that the backend refused. A function that is gone answers 404. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && /^\/(rest|functions|storage|auth)\/v1\//.test(pathname))
      refused.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  return refused
}

// During a deployment, pages of the last release run over the new schema. Names of controls are the release's, not those of
// the present screens.
test('each role works with the apps of the last release over the present schema', async ({ browser }) => {
  const apps = mkdtempSync(join(tmpdir(), 'helpdesk-release-'))
  chmodSync(apps, 0o755)
  const version = unpackLastRelease(apps)
  if (!version) rmSync(apps, { recursive: true })
  test.skip(!version, 'no release is packed yet: npm run release:pack')
  const stack = await startStack({ seed: 'demo', static: true, env: { HELPDESK_APPS: apps } })
  const workspace = openWorkspace(stack)
  try {
    const customer = await workspace.newMember('Carla Current')
    const ticket = await workspace.newTicket(customer, { subject: 'Opened by an older page' })
    for (const { role, email, list, status } of [
      { role: 'customer', email: customer.email, list: '/tickets' },
      { role: 'agent', email: 'agent@example.com', list: '/tickets/unassigned', status: 'Pending' },
      { role: 'admin', email: 'admin@example.com', list: '/admin/tickets', status: 'Solved' },
    ]) {
      const context = await browser.newContext({ baseURL: stack.url })
      // A control that is missing fails by its name.
      context.setDefaultTimeout(30_000)
      const page = await context.newPage()
      watchRequests(page)
      await waitForApp(page)
      const refused = watchRefusals(page)
      await page.goto('/auth/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      await page.goto(list)
      await expect(page.getByText('Opened by an older page').filter({ visible: true }).first()).toBeVisible()
      await page.goto(`/tickets/${ticket}`)
      const comment = `From the older page of this ${role}`
      await box(page).fill(comment)
      await page.getByRole('button', { name: 'Send', exact: true }).filter({ visible: true }).click()
      await expect(page.getByText(comment).filter({ visible: true }).first()).toBeVisible()
      if (status) {
        // Again where the reply, which is sent meanwhile, closes the menu.
        await expect(async () => {
          await page.getByTitle('Set status', { exact: true }).filter({ visible: true }).click()
          await page.getByRole('menuitemradio', { name: status }).click({ timeout: 5_000 })
        }).toPass()
        await expect(page.getByText(`to ${status}`).filter({ visible: true }).first()).toBeVisible()
      }
      await settled(page)
      const screens = screensOf(apps, role)
      expect(screens.length, `screens of ${role}`).toBeGreaterThan(2)
      for (const screen of screens) {
        await page.goto(screen)
        await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
        await settled(page)
        expect(refused, `refused on ${screen}`).toEqual([])
      }
      await context.close()
    }
    await expect
      .poll(
        async () => (await workspace.db`select status from public.tickets where id = ${ticket}`)[0]?.status,
      )
      .toBe('solved')
    const comments = await workspace.db`select content from public.comments where ticket_id = ${ticket}`
    expect(comments).toHaveLength(3)
  } finally {
    await workspace.db.end()
    await stack.stop()
    rmSync(apps, { recursive: true })
  }
})
