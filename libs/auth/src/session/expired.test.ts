// @vitest-environment jsdom
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from '../testing/fake-backend'
import { closeTabs, openTab } from '../testing/tabs'

const LIST = '/rest/v1/tickets'
const login = { email: 'ada@example.com', password: 'Secret12' }
let backend: FakeBackend

beforeEach(async () => {
  backend = await startFakeBackend()
  backend.addUser({ role: 'agent' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // auth-js warns about several clients in one page; here each represents a tab
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await closeTabs()
  await backend.stop()
  vi.restoreAllMocks()
})

async function signedInTab() {
  const tab = await openTab(backend.url)
  await tab.initializeAuth()
  await tab.signIn(login)
  return tab
}
type Tab = Awaited<ReturnType<typeof signedInTab>>

const unauthorized = { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } }
const list = async (tab: Tab, signal?: AbortSignal) => {
  const query = (await tab.supabase.loadData()).from('tickets').select('id')
  return signal ? query.abortSignal(signal) : query
}
const rejectRefresh = () =>
  backend.override('/auth/v1/token', ({ query }) =>
    query.get('grant_type') === 'refresh_token'
      ? { status: 400, body: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }
      : undefined,
  )
/** Makes the data API reject the tab's current token. */
function rejectTokenOf(tab: Tab) {
  const old = `Bearer ${tab.state().session?.access_token}`
  backend.override(LIST, ({ headers }) =>
    headers.authorization && headers.authorization !== old ? { status: 200, body: [] } : unauthorized,
  )
}
const expired = { session: null, expired: true, profile: { role: 'agent' } }

describe('a token that the data API rejects', () => {
  it('is renewed once and the requests repeated', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    const answers = await Promise.all([list(tab), list(tab), list(tab)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(tab.state().expired).toBe(false)
    const renewals = backend
      .requestsTo('/auth/v1/token')
      .filter(({ query }) => query.get('grant_type') === 'refresh_token')
    expect(renewals).toHaveLength(1)
  })

  it('keeps user and screen when it cannot be renewed, and delays the request until the next sign-in', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    rejectRefresh()
    const answer = list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    expect(tab.state().user?.email).toBe(login.email)
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()

    await tab.signIn(login)
    expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
    expect((await answer).status).toBe(200)
  })

  it('delays further requests until the next sign-in', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    rejectRefresh()
    const first = list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    const second = list(tab)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(backend.requestsTo(LIST)).toHaveLength(1)
    await tab.signIn(login)
    expect((await first).status).toBe(200)
    expect((await second).status).toBe(200)
    for (const { headers } of backend.requestsTo(LIST)) expect(headers.authorization).toBeTruthy()
  })

  it('ends a delayed request on abort and on sign-out', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    rejectRefresh()
    const controller = new AbortController()
    const aborted = list(tab, controller.signal)
    const left = list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    controller.abort()
    expect((await aborted).error?.message).toMatch(/abort/i)
    await tab.signOut()
    expect((await left).status).toBe(401)
    expect(tab.state()).toMatchObject({ user: null, profile: null, expired: false })
  })

  it('keeps the session when the renewal loses the connection', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    // auth-js would retry for half a minute
    vi.spyOn(await tab.supabase.authClient(), 'refreshSession').mockResolvedValue({
      data: { user: null, session: null },
      error: new AuthRetryableFetchError('Failed to fetch', 0),
    })
    expect((await list(tab)).status).toBe(401)
    expect(tab.state().expired).toBe(false)
  })

  it('stays expired after a wrong password', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    rejectRefresh()
    void list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    await expect(tab.signIn({ ...login, password: 'nope' })).rejects.toThrow('Invalid login credentials')
    expect(tab.state()).toMatchObject(expired)
    await tab.signIn(login)
  })
})

describe('a session that ended elsewhere', () => {
  const gone = () => ({ status: 403, body: { code: 'session_not_found', msg: 'Session does not exist' } })
  const forbidden = { code: '42501', message: 'permission denied', details: null, hint: null }

  it('expires when a request is forbidden', async () => {
    const tab = await signedInTab()
    backend.override('/auth/v1/user', gone)
    backend.override(LIST, () => ({ status: 403, body: forbidden }))
    await list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
  })

  it('does not expire when only the request is forbidden, and is checked once', async () => {
    const tab = await signedInTab()
    backend.override(LIST, () => ({ status: 403, body: forbidden }))
    await list(tab)
    await list(tab)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
    expect(backend.requestsTo('/auth/v1/user').filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('expires in all tabs, and a sign-in in one restores all', async () => {
    const one = await signedInTab()
    const two = await openTab(backend.url)
    await two.initializeAuth()
    await two.supabase.authClient()
    rejectTokenOf(one)
    rejectRefresh()
    void list(one)
    await vi.waitFor(() => expect(one.state()).toMatchObject(expired))
    await vi.waitFor(() => expect(two.state()).toMatchObject(expired))
    await two.signIn(login)
    await vi.waitFor(() => expect(one.state()).toMatchObject({ expired: false }), 3_000)
    expect(one.state().session).not.toBeNull()
  })
})

describe('a sign-out', () => {
  it('in another tab signs out an expired tab', async () => {
    const tab = await signedInTab()
    rejectTokenOf(tab)
    rejectRefresh()
    void list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    const id = tab.state().user?.id ?? ''
    localStorage.setItem('helpdesk-left', id)
    window.dispatchEvent(new StorageEvent('storage', { key: 'helpdesk-left', newValue: id }))
    expect(tab.state()).toMatchObject({ user: null, profile: null, expired: false })
  })

  it('does not affect the next session', async () => {
    const tab = await signedInTab()
    await tab.signOut()
    await tab.signIn(login)
    rejectTokenOf(tab)
    rejectRefresh()
    void list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
  })
})

describe('a deactivated account', () => {
  const deactivate = (tab: Tab) => {
    const id = tab.state().user?.id ?? ''
    backend.profiles.set(id, { ...backend.profiles.get(id), deactivated_at: '2026-01-05T10:00:00Z' })
  }

  it('is signed out when a request is forbidden', async () => {
    const tab = await signedInTab()
    deactivate(tab)
    backend.override(LIST, () => ({ status: 403, body: { code: '42501', message: 'no', details: null } }))
    await list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject({ user: null, profile: null, expired: false }))
    await vi.waitFor(() => expect(localStorage.getItem('helpdesk-auth')).toBeNull())
  })

  it('is signed out on an idle screen within 30 seconds, where a new role applies too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const tab = await signedInTab()
      const id = tab.state().user?.id ?? ''
      backend.profiles.set(id, { ...backend.profiles.get(id), role: 'admin' })
      vi.advanceTimersByTime(30_000)
      await vi.waitFor(() => expect(tab.state().profile?.role).toBe('admin'))
      deactivate(tab)
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
      vi.advanceTimersByTime(30_000)
      await vi.waitFor(() => expect(tab.state()).toMatchObject({ user: null, expired: false }))
    } finally {
      vi.useRealTimers()
    }
  })

  it('cannot sign in and gets the reason', async () => {
    const tab = await signedInTab()
    deactivate(tab)
    await tab.signOut()
    const failure: unknown = await tab.signIn(login).catch((error: unknown) => error)
    expect(tab.authErrorText('login', failure)).toBe(
      'Your account has been deactivated. Please contact an administrator.',
    )
    expect(tab.state()).toMatchObject({ user: null, session: null })
  })

  it('is signed out when the session check reports a ban', async () => {
    const tab = await signedInTab()
    backend.override('/auth/v1/user', () => ({
      status: 403,
      body: { code: 'user_banned', msg: 'User is banned' },
    }))
    backend.override(LIST, () => ({ status: 403, body: { code: '42501', message: 'no', details: null } }))
    await list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject({ user: null, expired: false }))
  })
})
