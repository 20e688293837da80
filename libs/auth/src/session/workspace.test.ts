// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from '../testing/fake-backend'
import { closeTabs, openTab } from '../testing/tabs'

const SETTINGS = '/rest/v1/workspace_settings'
const login = { email: 'ada@example.com', password: 'Secret12' }
const acme = {
  workspace_name: 'Acme Support',
  support_email: 'help@acme.example',
  default_priority: 'high',
  max_files: 2,
  max_file_bytes: 1048576,
}
let backend: FakeBackend
let answer: { status: number; body: unknown }

beforeEach(async () => {
  backend = await startFakeBackend()
  backend.addUser({ role: 'customer' })
  answer = { status: 200, body: [acme] }
  backend.override(SETTINGS, () => answer)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await closeTabs()
  await backend.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function tabThat(does: 'signs in' | 'finds a session') {
  const tab = await openTab(backend.url)
  await tab.initializeAuth()
  if (does === 'signs in') await tab.signIn(login)
  return tab
}
type Tab = Awaited<ReturnType<typeof tabThat>>
const shown = async (tab: Tab) => {
  const { getDefaultStore } = await import('jotai')
  return getDefaultStore().get(tab.workspaceAtom)
}
const asked = () => backend.seen(SETTINGS).length
const keepFor = (ms: number) => {
  const stored = JSON.parse(localStorage.getItem('helpdesk-workspace') ?? '{}') as { readAt: number }
  localStorage.setItem('helpdesk-workspace', JSON.stringify({ ...stored, readAt: stored.readAt - ms }))
}

describe('the settings of the workspace', () => {
  it('are those of the specification until somebody signs in, and there before the first page', async () => {
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(await shown(tab)).toEqual(tab.DEFAULT_WORKSPACE)
    expect(asked()).toBe(0)
    await tab.signIn(login)
    expect(await shown(tab)).toEqual(acme)
    expect(asked()).toBe(1)
  })

  it('are not asked for again for ten minutes, then behind the page', async () => {
    await (await tabThat('signs in')).close()
    const second = await tabThat('finds a session')
    expect(await shown(second)).toEqual(acme)
    expect(asked()).toBe(1)
    await second.close()
    keepFor(10 * 60_000)
    answer = { status: 200, body: [{ ...acme, workspace_name: 'Acme Help' }] }
    const third = await tabThat('finds a session')
    await vi.waitFor(async () => expect((await shown(third)).workspace_name).toBe('Acme Help'))
    expect(asked()).toBe(2)
  })

  it.each([
    ['refuses', { status: 403, body: { code: '42501', message: 'no' } }],
    ['has none', { status: 200, body: [] }],
    ['answers something else', { status: 200, body: [{ workspace_name: '', max_files: 'many' }] }],
  ])('a server that %s leaves the defaults and lets the person in', async (_what, refusal) => {
    answer = refusal
    const tab = await tabThat('signs in')
    expect(tab.state().profile?.role).toBe('customer')
    expect(await shown(tab)).toEqual(tab.DEFAULT_WORKSPACE)
  })

  it('a server that hangs holds a first sign-in for a second, not longer', async () => {
    backend.override(SETTINGS, () => new Promise(() => undefined))
    const started = performance.now()
    const tab = await tabThat('signs in')
    expect(tab.state().profile?.role).toBe('customer')
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it('what another program has left in the browser is not shown', async () => {
    localStorage.setItem('helpdesk-workspace', '{"workspace_name": 7}')
    const tab = await openTab(backend.url)
    expect(await shown(tab)).toEqual(tab.DEFAULT_WORKSPACE)
  })

  it('the support address is told to a visitor, and only that', async () => {
    backend.override('/rest/v1/rpc/support_address', () => ({ status: 200, body: 'help@acme.example' }))
    const tab = await openTab(backend.url)
    await tab.refreshSupportAddress()
    expect(await shown(tab)).toEqual({ ...tab.DEFAULT_WORKSPACE, support_email: 'help@acme.example' })
    expect(localStorage.getItem('helpdesk-workspace')).toBeNull()
  })
})
