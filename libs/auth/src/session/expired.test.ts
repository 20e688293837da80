// @vitest-environment jsdom
import { AuthRetryableFetchError } from '@supabase/auth-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from '../testing/fake-backend'
import { closeTabs, openTab } from '../testing/tabs'

const LIST = '/rest/v1/tickets'
const PROFILES = '/rest/v1/profiles'
const login = { email: 'ada@example.com', password: 'Secret12' }
let backend: FakeBackend

beforeEach(async () => {
  backend = await startFakeBackend()
  backend.addUser({ role: 'agent' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // auth-js warns of several clients in one page; here each is a tab of its own.
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
const refuseRefresh = () =>
  backend.override('/auth/v1/token', ({ query }) =>
    query.get('grant_type') === 'refresh_token'
      ? { status: 400, body: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }
      : undefined,
  )
/** The data API takes only tokens issued after this moment. */
function refuseTokensOf(tab: Tab) {
  const old = `Bearer ${tab.state().session?.access_token}`
  backend.override(LIST, ({ headers }) =>
    headers.authorization && headers.authorization !== old ? { status: 200, body: [] } : unauthorized,
  )
}
const expired = { session: null, expired: true, profile: { role: 'agent' } }

describe('a token that the data API refuses', () => {
  it('is renewed and the request repeated, unnoticed', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    const answers = await Promise.all([list(tab), list(tab), list(tab)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(tab.state().expired).toBe(false)
    const renewals = backend
      .seen('/auth/v1/token')
      .filter(({ query }) => query.get('grant_type') === 'refresh_token')
    expect(renewals).toHaveLength(1)
  })

  it('that cannot be renewed keeps person and screen, and holds the request until they are back', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    refuseRefresh()
    const answer = list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    expect(tab.state().user?.email).toBe(login.email)
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()

    await tab.signIn(login)
    expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
    expect((await answer).status).toBe(200)
  })

  it('a request made while the session is lost is not sent before it is back', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    refuseRefresh()
    const first = list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    const second = list(tab)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(backend.seen(LIST)).toHaveLength(1)
    await tab.signIn(login)
    expect((await first).status).toBe(200)
    expect((await second).status).toBe(200)
    for (const { headers } of backend.seen(LIST)) expect(headers.authorization).toBeTruthy()
  })

  it('a held request ends when it is aborted or the person leaves', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    refuseRefresh()
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

  it('a lost connection during the renewal is no lost session', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    // auth-js itself would try for half a minute first
    vi.spyOn(tab.supabase.authClient(), 'refreshSession').mockResolvedValue({
      data: { user: null, session: null },
      error: new AuthRetryableFetchError('Failed to fetch', 0),
    })
    expect((await list(tab)).status).toBe(401)
    expect(tab.state().expired).toBe(false)
  })

  it('a wrong password leaves everything as it was', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    refuseRefresh()
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

  it('is noticed when a right is refused', async () => {
    const tab = await signedInTab()
    backend.override('/auth/v1/user', gone)
    backend.override(LIST, () => ({ status: 403, body: forbidden }))
    await list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
  })

  it('a refused right alone is no lost session, and is looked into once', async () => {
    const tab = await signedInTab()
    backend.override(LIST, () => ({ status: 403, body: forbidden }))
    await list(tab)
    await list(tab)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
    expect(backend.seen('/auth/v1/user').filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('expires the other tabs as well, and a sign-in in one of them brings all back', async () => {
    const one = await signedInTab()
    const two = await openTab(backend.url)
    await two.initializeAuth()
    refuseTokensOf(one)
    refuseRefresh()
    void list(one)
    await vi.waitFor(() => expect(one.state()).toMatchObject(expired))
    await vi.waitFor(() => expect(two.state()).toMatchObject(expired))
    await two.signIn(login)
    await vi.waitFor(() => expect(one.state()).toMatchObject({ expired: false }), 3_000)
    expect(one.state().session).not.toBeNull()
  })
})

describe('leaving', () => {
  it('a sign-out in another tab leaves, also where the loss was felt first', async () => {
    const tab = await signedInTab()
    refuseTokensOf(tab)
    refuseRefresh()
    void list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
    const id = tab.state().user?.id ?? ''
    localStorage.setItem('helpdesk-left', id)
    window.dispatchEvent(new StorageEvent('storage', { key: 'helpdesk-left', newValue: id }))
    expect(tab.state()).toMatchObject({ user: null, profile: null, expired: false })
  })

  it('an older departure does not count for the next session', async () => {
    const tab = await signedInTab()
    await tab.signOut()
    await tab.signIn(login)
    refuseTokensOf(tab)
    refuseRefresh()
    void list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(expired))
  })
})

describe('a deactivated account', () => {
  const deactivate = (tab: Tab) => {
    const id = tab.state().user?.id ?? ''
    backend.profiles.set(id, { ...backend.profiles.get(id), deactivated_at: '2026-01-05T10:00:00Z' })
  }

  it('is out at once when its rights are refused', async () => {
    const tab = await signedInTab()
    deactivate(tab)
    backend.override(LIST, () => ({ status: 403, body: { code: '42501', message: 'no', details: null } }))
    await list(tab)
    await vi.waitFor(() => expect(tab.state()).toMatchObject({ user: null, profile: null, expired: false }))
    await vi.waitFor(() => expect(localStorage.getItem('helpdesk-auth')).toBeNull())
  })

  it('is out within half a minute on a screen that nobody touches, and a new role is felt there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const tab = await signedInTab()
      const id = tab.state().user?.id ?? ''
      backend.profiles.set(id, { ...backend.profiles.get(id), role: 'admin' })
      vi.advanceTimersByTime(30_000)
      await vi.waitFor(() => expect(tab.state().profile?.role).toBe('admin'))
      deactivate(tab)
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000)
      vi.advanceTimersByTime(30_000)
      await vi.waitFor(() => expect(tab.state()).toMatchObject({ user: null, expired: false }))
    } finally {
      vi.useRealTimers()
    }
  })

  it('cannot sign in, and is told why', async () => {
    const tab = await signedInTab()
    deactivate(tab)
    await tab.signOut()
    const failure: unknown = await tab.signIn(login).catch((error: unknown) => error)
    expect(tab.authErrorText('login', failure)).toBe(
      'Your account has been deactivated. Please contact an administrator.',
    )
    expect(tab.state()).toMatchObject({ user: null, session: null })
  })

  it('a refresh that is refused for a ban leads out', async () => {
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

it('a profile that is refused for want of a session shows nobody, and asks for a sign-in', async () => {
  const before = await signedInTab()
  await before.close()
  backend.override(PROFILES, () => unauthorized)
  const tab = await openTab(backend.url)
  await tab.initializeAuth()
  expect(tab.state()).toMatchObject({ user: null, session: null, initialized: true, expired: false })
  await vi.waitFor(() => expect(localStorage.getItem('helpdesk-auth')).toBeNull())
})
