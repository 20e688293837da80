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

async function openTabThat(does: 'signs in' | 'restores the session') {
  const tab = await openTab(backend.url)
  await tab.initializeAuth()
  if (does === 'signs in') await tab.signIn(login)
  return tab
}
type Tab = Awaited<ReturnType<typeof openTabThat>>
const settingsOf = async (tab: Tab) => {
  const { getDefaultStore } = await import('jotai')
  return getDefaultStore().get(tab.workspaceAtom)
}
const requestCount = () => backend.requestsTo(SETTINGS).length
const ageStoredSettings = (ms: number) => {
  const stored = JSON.parse(localStorage.getItem('helpdesk-workspace') ?? '{}') as { readAt: number }
  localStorage.setItem('helpdesk-workspace', JSON.stringify({ ...stored, readAt: stored.readAt - ms }))
}

describe('the settings of the workspace', () => {
  it('default to the specification until a sign-in has read them', async () => {
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(await settingsOf(tab)).toEqual(tab.DEFAULT_WORKSPACE)
    expect(requestCount()).toBe(0)
    await tab.signIn(login)
    expect(await settingsOf(tab)).toEqual(acme)
    expect(requestCount()).toBe(1)
  })

  it('are read again after ten minutes, in the background', async () => {
    await (await openTabThat('signs in')).close()
    const second = await openTabThat('restores the session')
    expect(await settingsOf(second)).toEqual(acme)
    expect(requestCount()).toBe(1)
    await second.close()
    ageStoredSettings(10 * 60_000)
    answer = { status: 200, body: [{ ...acme, workspace_name: 'Acme Help' }] }
    const third = await openTabThat('restores the session')
    await vi.waitFor(async () => expect((await settingsOf(third)).workspace_name).toBe('Acme Help'))
    expect(requestCount()).toBe(2)
  })

  it.each([
    ['rejects', { status: 403, body: { code: '42501', message: 'no' } }],
    ['has none', { status: 200, body: [] }],
    ['returns an invalid row', { status: 200, body: [{ workspace_name: '', max_files: 'many' }] }],
  ])('keep their defaults and allow sign-in when the server %s', async (_what, response) => {
    answer = response
    const tab = await openTabThat('signs in')
    expect(tab.state().profile?.role).toBe('customer')
    expect(await settingsOf(tab)).toEqual(tab.DEFAULT_WORKSPACE)
  })

  it('delay a first sign-in by one second when the server hangs', async () => {
    backend.override(SETTINGS, () => new Promise(() => undefined))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const opening = openTabThat('signs in')
    await vi.waitFor(() => expect(requestCount()).toBe(1))
    const timeUp = timers.mock.calls.find(([, delay]) => delay === 1_000)?.[0]
    let isOpen = false
    void opening.then(() => {
      isOpen = true
    })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
    expect(isOpen).toBe(false)
    timeUp?.()
    expect((await opening).state().profile?.role).toBe('customer')
  })

  it('ignore an invalid stored value', async () => {
    localStorage.setItem('helpdesk-workspace', '{"workspace_name": 7}')
    const tab = await openTab(backend.url)
    expect(await settingsOf(tab)).toEqual(tab.DEFAULT_WORKSPACE)
  })

  it('include only the support address for a visitor', async () => {
    backend.override('/rest/v1/rpc/support_address', () => ({ status: 200, body: 'help@acme.example' }))
    const tab = await openTab(backend.url)
    await tab.refreshSupportAddress()
    expect(await settingsOf(tab)).toEqual({ ...tab.DEFAULT_WORKSPACE, support_email: 'help@acme.example' })
    expect(localStorage.getItem('helpdesk-workspace')).toBeNull()
  })
})
