import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkspace } from '@helpdesk/testing/workspace'
import { startStack } from '@helpdesk/testing/stack'
import { unpackLastRelease } from '../support/pack-release'
import { expect, signIn, test } from '../support/portal'
import { box, send } from '../support/ticket-page'

// During a deployment, pages of the last release run over the new schema.
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
    for (const [email, list, comment] of [
      [customer.email, '/tickets', 'From the older page of a customer'],
      ['agent@example.com', '/tickets/unassigned', 'From the older page of an agent'],
      ['admin@example.com', '/admin/tickets', 'From the older page of an admin'],
    ] as const) {
      const context = await browser.newContext({ baseURL: stack.url })
      const page = await context.newPage()
      await signIn(page, email)
      await page.goto(list)
      await expect(page.getByText('Opened by an older page').filter({ visible: true }).first()).toBeVisible()
      await page.goto(`/tickets/${ticket}`)
      await box(page).fill(comment)
      await send(page).click()
      await expect(page.getByText(comment).filter({ visible: true }).first()).toBeVisible()
      if (email !== customer.email)
        await page
          .getByLabel('Status')
          .filter({ visible: true })
          .selectOption({ label: email.startsWith('agent') ? 'Pending' : 'Solved' })
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
