import { rmSync } from 'node:fs'
import { newMember, newTicket } from '../support/factories'
import {
  comeBack,
  heading,
  loads,
  menu,
  openIn,
  test,
  type Federation,
  type Remote,
} from '../support/federation'
import { expect, people } from '../support/portal'
import { box, expectText } from '../support/ticket-page'
import { findCommand } from '../support/web-servers'

// One portal for all tests, one after the other.
test.describe.configure({ mode: 'default' })
test.skip(!findCommand('nginx'), 'nginx is not installed (Debian: nginx-light)')

/** Releases a build with another text, and removes the files of the release before. */
async function replaceRelease(federation: Federation, remote: Remote, ...text: [from: string, to: string]) {
  const before = federation.fileOf(remote, 'remoteEntry.js').replace(/remoteEntry\.js$/, '')
  const base = federation.registry().remotes[remote]?.base
  await federation.release(remote, '--dist', federation.rebuild(remote, { text }))
  rmSync(before, { recursive: true })
  expect(base?.endsWith(before.slice(federation.path('').length).replace(/^\//, ''))).toBe(true)
}

test('an old tab whose files are gone loads the page anew at the same place and keeps the draft', async ({
  page,
  federation,
}) => {
  const [customer, agent] = [await newMember('Olga Old'), await newMember('Tom Tab', 'agent')]
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await openIn(federation, page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('Written in the old tab')
  const opened = await loads(page)

  await replaceRelease(
    federation,
    'agent-workspace',
    'View and claim unassigned support tickets',
    'Claim them',
  )

  // Its screen is no part of those that are loaded ahead.
  await page.evaluate(() => {
    history.pushState({}, '', '/dashboard/agent/macros')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await expect(heading(page, 'Macros')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/agent\/macros$/)
  expect(await loads(page)).not.toBe(opened)
  await page.goto(`${federation.origin}/tickets/${ticket}`)
  await expectText(box(page), 'Written in the old tab')
})

test('an old tab opens a remote whose files are gone in its next release, without a reload', async ({
  page,
  federation,
}) => {
  await openIn(federation, page, people.admin, '/admin/users')
  await expect(heading(page, 'Users')).toBeVisible()
  const opened = await loads(page)
  await replaceRelease(federation, 'agent-workspace', 'Unassigned Tickets', 'Tickets of nobody')
  await menu(page, 'Unassigned Queue').click()
  await expect(heading(page, 'Tickets of nobody')).toBeVisible()
  expect(await loads(page)).toBe(opened)
})

test('a release of the shell reaches an open session and keeps its draft', async ({ page, federation }) => {
  const [customer, agent] = [await newMember('Sue Shell'), await newMember('Hal Host', 'agent')]
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await openIn(federation, page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('Half a thought')
  const opened = await loads(page)
  await federation.release('shell', '--dist', federation.rebuildShell('<meta name="release" content="2">'))

  await comeBack(page)
  await expectText(box(page), 'Half a thought')
  expect(await loads(page)).toBe(opened)
  await menu(page, 'Dashboard').click()
  await expect(page.locator('meta[name=release]')).toHaveAttribute('content', '2')
  await expect(heading(page, 'Agent Dashboard')).toBeVisible()
  await page.goBack()
  await expectText(box(page), 'Half a thought')
})
