import { readFileSync, writeFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { newMember, newTicket } from '../support/factories'
import {
  comeBack,
  heading,
  loads,
  menu,
  openIn,
  replaceFile,
  REMOTES,
  test,
  type Remote,
} from '../support/federation'
import { watchPolicy } from '../support/policy-watch'
import { expect, people } from '../support/portal'
import { box, expectText } from '../support/ticket-page'
import { findCommand } from '../support/web-servers'

// One portal for all tests, which leave it as they found it: every remote live, in its first release.
test.describe.configure({ mode: 'default' })
test.skip(!findCommand('nginx'), 'nginx is not installed (Debian: nginx-light)')

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out', exact: true })

test('three roles work over four origins under the policy, without cookies or tokens for remotes', async ({
  browser,
  federation,
}) => {
  for (const [email, home, remote] of [
    [people.customer, 'Welcome Back!', 'customer-portal'],
    [people.agent, 'Agent Dashboard', 'agent-workspace'],
    [people.admin, 'Admin Dashboard', 'admin-console'],
  ] as const) {
    const page = await browser.newPage()
    const { violations } = await watchPolicy(page)
    const requests: Request[] = []
    page.on('request', (request) => void requests.push(request))
    await openIn(federation, page, email)
    await expect(heading(page, home)).toBeVisible()
    const sentTo = (name: Remote) =>
      requests.filter((each) => each.url().startsWith(federation.originOf[name]))
    expect(sentTo(remote).length).toBeGreaterThan(2)
    for (const request of sentTo(remote)) {
      const { authorization = '', referer = '' } = request.headers()
      expect([authorization, referer], request.url()).toEqual(['', ''])
    }
    expect(await page.context().cookies()).toEqual([])
    for (const name of REMOTES) if (name !== remote) expect(sentTo(name)).toEqual([])
    expect(violations).toEqual([])
    await page.context().close()
  }
})

test('a release reaches an open session, keeps its draft and changes no other file', async ({
  page,
  federation,
}) => {
  const [customer, agent] = [await newMember('Nora Next'), await newMember('Rita Release', 'agent')]
  const ticket = await newTicket(customer, { assigned_to: agent.id, status: 'in_progress' })
  await openIn(federation, page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('Half a thought')
  const opened = await loads(page)
  const [before, { remotes: listed }] = [federation.checksums(), federation.registry()]

  const dist = federation.rebuild('agent-workspace', { text: ['Unassigned Tickets', 'Tickets of nobody'] })
  await federation.release('agent-workspace', '--dist', dist)
  const after = federation.checksums()
  for (const [name, sum] of before) if (name !== 'portal.json') expect(after.get(name), name).toBe(sum)
  expect(
    [...after.keys()].filter((name) => !before.has(name) && !name.startsWith('remotes/agent-workspace/')),
  ).toEqual([])
  const { 'agent-workspace': released, ...others } = federation.registry().remotes
  expect(others).toEqual({
    'customer-portal': listed['customer-portal'],
    'admin-console': listed['admin-console'],
  })

  await comeBack(page)
  await expectText(box(page), 'Half a thought')
  expect(await loads(page)).toBe(opened)
  const entry = page.waitForRequest(`${released?.base}remoteEntry.js`)
  await menu(page, 'Unassigned Queue').click()
  await entry
  await expect(heading(page, 'Tickets of nobody')).toBeVisible()
  expect(await loads(page)).not.toBe(opened)
  await page.goBack()
  await expectText(box(page), 'Half a thought')

  await federation.release('agent-workspace', '--rollback')
  await comeBack(page)
  await menu(page, 'Unassigned Queue').click()
  await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
})

test('a canary stays with its users while it grows, until it is promoted or rolled back', async ({
  browser,
  federation,
}) => {
  const release = (...args: string[]) => federation.release('customer-portal', ...args)
  const greets = async (email: string, greeting: string) => {
    const page = await browser.newPage()
    await openIn(federation, page, email)
    await expect(heading(page, greeting)).toBeVisible()
    await page.context().close()
  }
  const dist = federation.rebuild('customer-portal', { text: ['Welcome Back!', 'Hello, canary!'] })

  // The demo's customers are at 6.6 and 87.8 %.
  await release('--dist', dist, '--canary', '10')
  await greets(people.customer, 'Hello, canary!')
  await greets(people.customer2, 'Welcome Back!')
  await release('--dist', dist, '--canary', '80')
  await greets(people.customer, 'Hello, canary!')
  await release('--promote')
  await greets(people.customer2, 'Hello, canary!')
  await release('--rollback')
  await greets(people.customer, 'Welcome Back!')
})

test('a killed remote ends with the next navigation, leaves others alone, and comes back', async ({
  page,
  federation,
}) => {
  await openIn(federation, page, people.admin, '/admin/users')
  await expect(heading(page, 'Users')).toBeVisible()
  await federation.release('admin-console', '--kill')
  await comeBack(page)
  await expect(heading(page, 'Users')).toBeVisible()
  await menu(page, 'Invites').click()
  await expect(page.getByText('This part is currently turned off.')).toBeVisible()
  await expect(signOut(page)).toBeVisible()
  await menu(page, 'Unassigned Queue').click()
  await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
  await page.goBack()
  await federation.release('admin-console', '--revive')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, 'Invites')).toBeVisible()
})

test('a skewed build is refused, waits for its shell, and says which side is older', async ({
  page,
  federation,
}) => {
  const needing = (range: string) =>
    federation.rebuild('customer-portal', {
      manifest: ({ needs }) => ({ needs: { ...needs, '@helpdesk/ui': { range, names: ['HoloDeck'] } } }),
    })
  const newer = needing('^99.0.0')
  await expect(federation.release('customer-portal', '--dist', newer)).rejects.toThrow(
    'does not fit the shell',
  )
  expect(await federation.release('customer-portal', '--dist', newer, '--ahead')).toContain('users keep')
  await openIn(federation, page, people.customer)
  await expect(heading(page, 'Welcome Back!')).toBeVisible()

  // Somebody drops the earlier releases and signs.
  const restore = replaceFile(
    federation.path('portal.json'),
    readFileSync(federation.path('portal.json'), 'utf8'),
  )
  try {
    for (const [range, sentence] of [
      ['^99.0.0', 'A new version is available. Reload the page.'],
      ['^0.0.1', 'This part needs an update.'],
    ] as const) {
      const { remotes, ...portal } = federation.registry()
      const needs = { '@helpdesk/ui': { range, names: ['HoloDeck'] } }
      const alone = { ...remotes['customer-portal'], previous: [], needs }
      writeFileSync(
        federation.path('portal.json'),
        JSON.stringify({ ...portal, remotes: { ...remotes, 'customer-portal': alone } }),
      )
      await federation.release('sign', '--adopt')
      await page.reload()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(menu(page, 'My Tickets')).toBeVisible()
      await expect(signOut(page)).toBeVisible()
    }
  } finally {
    restore()
    await federation.release('customer-portal', '--rollback')
  }
})

const broken = (name: string, code: string) => ({ file: [name, code] as [string, string] })
for (const [what, part, breakIt] of [
  ['whose entry is gone', 'entry', null],
  ['whose entry is another than released', 'entry', 'export const init = () => 1, get = () => () => ({})'],
  ['whose entry hangs', 'entry', 'hang'],
  ['whose entry throws', 'release', broken('remoteEntry.js', "throw new Error('broken build')")],
  ['whose entry is garbage', 'release', broken('remoteEntry.js', '{"remote": ')],
  [
    'that exports no routes',
    'release',
    broken(
      'remoteEntry.js',
      'export const init = () => {}; export const get = () => () => ({ default: 42 })',
    ),
  ],
  ['whose screen is gone', 'screen', null],
  ['whose screen hangs', 'screen', 'hang'],
] as const)
  test(`a remote ${what} leaves menu and Sign Out, and opens after Retry`, async ({ page, federation }) => {
    const file = federation.fileOf('agent-workspace', part === 'screen' ? 'AgentTickets' : 'remoteEntry.js')
    const address = `${federation.originOf['agent-workspace']}${file.slice(federation.path('').length + 1)}`
    let hangs = breakIt === 'hang'
    let mend: () => unknown = () => (hangs = false)
    if (part === 'release') {
      await federation.release('agent-workspace', '--dist', federation.rebuild('agent-workspace', breakIt))
      mend = () => federation.release('agent-workspace', '--rollback')
    } else if (hangs) await page.route(address, (route) => (hangs ? undefined : route.continue()))
    else mend = replaceFile(file, breakIt)

    const path = '/tickets/unassigned?priority=high'
    try {
      await openIn(federation, page, people.agent, path)
      await expect(signOut(page)).toBeVisible()
      await expect(menu(page, 'Dashboard')).toBeVisible()
      const again = page.getByRole('button', { name: /^(Retry|Reload)$/ })
      await expect(again).toBeVisible()
      expect(await page.evaluate(() => 'forged' in globalThis)).toBe(false)
      await mend()
      mend = () => undefined
      await again.click()
      await expect(heading(page, 'Unassigned Tickets')).toBeVisible()
      expect(page.url()).toBe(federation.origin + path)
    } finally {
      await mend()
    }
  })

const refusals: [string, (registry: object) => object, string][] = [
  ['an unsigned', (registry) => ({ ...registry, signature: undefined }), 'is not signed'],
  ['a forged', (registry) => ({ ...registry, supabase: { url: 'https://evil.example' } }), 'is not valid'],
  ['a prolonged', (registry) => ({ ...registry, expires: '2999-01-01T00:00:00Z' }), 'is not valid'],
]
test('a shell with a key refuses unsigned, forged, prolonged, expired and older registries', async ({
  browser,
  federation,
}) => {
  const file = federation.path('portal.json')
  const older = readFileSync(file, 'utf8')
  await federation.release('sign')
  const { expires } = federation.registry()
  const open = async (sentence: string, now?: number) => {
    const page = await browser.newPage()
    if (now) await page.clock.setFixedTime(new Date(now))
    await page.goto(`${federation.origin}/auth/login`)
    await expect(page.getByText(sentence)).toBeVisible()
    return page
  }
  for (const [what, change, sentence] of refusals) {
    const restore = replaceFile(file, JSON.stringify(change(federation.registry())))
    const page = await open(sentence)
    expect(await page.evaluate(() => localStorage.getItem('helpdesk-registry-serial')), what).toBeNull()
    await page.context().close()
    restore()
  }
  await (await open('has expired', Date.parse(expires) + 1_000)).context().close()

  const page = await open('Sign in to your account to continue')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('helpdesk-registry-serial')))
    .not.toBeNull()
  const restore = replaceFile(file, older)
  await page.reload()
  await expect(page.getByText('is older than the one that this browser has seen')).toBeVisible()
  restore()
  await page.context().close()
})
