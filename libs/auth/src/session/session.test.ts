// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from '../testing/fake-backend'
import { closeTabs, openTab } from '../testing/tabs'

const PROFILES = '/rest/v1/profiles'
const login = { email: 'ada@example.com', password: 'Secret12' }
let backend: FakeBackend

beforeEach(async () => {
  backend = await startFakeBackend()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // auth-js warns about several clients in one page; here each represents a tab
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await closeTabs()
  await backend.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const signedOut = { user: null, session: null, profile: null }
const lostConnection = () => ({ status: 503, body: { message: 'down' } })

describe('the first session check', () => {
  it('ends initialized and signed out without a request', async () => {
    const tab = await openTab(backend.url)
    expect(tab.state()).toMatchObject({ ...signedOut, isLoading: true, initialized: false, error: null })
    await tab.initializeAuth()
    expect(tab.state()).toEqual({
      ...signedOut,
      isLoading: false,
      initialized: true,
      error: null,
      expired: false,
    })
    expect(tab.sessionPhase(tab.state())).toBe('signed-out')
    expect(backend.requestsTo(PROFILES)).toHaveLength(0)
  })

  it('runs once for several calls', async () => {
    const tab = await openTab(backend.url)
    expect(tab.initializeAuth()).toBe(tab.initializeAuth())
  })

  it('restores the stored session after a reload and fetches the profile once', async () => {
    backend.addUser({ role: 'agent' })
    const before = await openTab(backend.url)
    await before.initializeAuth()
    await before.signIn(login)
    await before.close()
    const earlier = backend.requestsTo(PROFILES).length

    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(tab.state()).toMatchObject({ profile: { role: 'agent' }, isLoading: false, initialized: true })
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(backend.requestsTo(PROFILES).length - earlier).toBe(1)
  })

  it('clears an expired stored session that cannot be refreshed', async () => {
    backend.addUser()
    backend.setLifetime(5)
    const before = await openTab(backend.url)
    await before.initializeAuth()
    await before.signIn(login)
    await before.close()
    backend.override('/auth/v1/token', () => ({
      status: 400,
      body: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
    }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(tab.state()).toMatchObject({ ...signedOut, initialized: true, isLoading: false })
  })
})

describe('sign-in', () => {
  it('never has a user without a profile in between', async () => {
    backend.addUser({ role: 'admin' })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    const roles: unknown[] = []
    tab.subscribeAuthState((state) => state.user && roles.push(state.profile?.role))
    await tab.signIn(login)
    expect(tab.state().profile?.role).toBe('admin')
    expect(tab.state().session?.access_token).toBeTruthy()
    expect(roles.length).toBeGreaterThan(0)
    expect(roles.every((role) => role === 'admin')).toBe(true)
    const [request] = backend.requestsTo(PROFILES)
    expect(request?.headers.authorization).toBe(`Bearer ${tab.state().session?.access_token}`)
    expect(request?.headers.apikey).toBe('sb_publishable_test')
  })

  it('takes the role from the profile, not from the metadata', async () => {
    backend.addUser({ role: 'customer', metadata: { role: 'admin', full_name: 'Ada' } })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    expect(tab.state().user?.user_metadata.role).toBe('admin')
    expect(tab.state().profile?.role).toBe('customer')
  })

  it('gives an unknown role the screens of customers', async () => {
    backend.addUser({ role: 'agent' })
    backend.override(PROFILES, () => ({ status: 200, body: { id: 'x', name: 'x', role: 'owner' } }))
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    expect(tab.state()).toMatchObject({ profile: { role: 'customer' }, error: null })
  })

  it.each([
    ['a 403', () => ({ status: 403, body: { code: '42501', message: 'no', details: null, hint: null } })],
    ['a lost connection', lostConnection],
  ])(
    'keeps user and session when the profile cannot be read: %s',
    async (_, answer) => {
      backend.addUser()
      backend.override(PROFILES, answer)
      const tab = await openTab(backend.url)
      await tab.initializeAuth()
      await tab.signIn(login)
      expect(tab.state()).toMatchObject({ profile: null, error: 'Failed to fetch user profile' })
      expect(tab.state().user?.email).toBe(login.email)
      expect(tab.state().session).not.toBeNull()
      expect(console.error).toHaveBeenCalledWith('Failed to fetch user profile', expect.anything())

      backend.restore(PROFILES)
      await tab.refreshProfile()
      expect(tab.state()).toMatchObject({ profile: { role: 'customer' }, error: null })
    },
    10_000,
  )
})

describe('metadata', () => {
  it('is filled once from the profile where missing', async () => {
    backend.addUser({ metadata: {}, role: 'agent', name: 'Grace Hopper' })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    await vi.waitFor(() =>
      expect(tab.state().user?.user_metadata).toEqual({ role: 'agent', full_name: 'Grace Hopper' }),
    )
    const puts = backend.requestsTo('/auth/v1/user').filter(({ method }) => method === 'PUT')
    expect(puts.map(({ body }) => body.data)).toEqual([{ role: 'agent', full_name: 'Grace Hopper' }])
  })

  it('is sent once, even when the server does not store it', async () => {
    const user = backend.addUser({ metadata: { full_name: 'Ada' } })
    backend.override('/auth/v1/user', () => ({
      status: 200,
      body: { id: user.id, email: user.email, user_metadata: {} },
    }))
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(backend.requestsTo('/auth/v1/user').map(({ body }) => body.data)).toEqual([{ role: 'customer' }])
  })
})

describe('a changed session', () => {
  it('fetches the profile again after a token refresh, with a changed role', async () => {
    const user = backend.addUser()
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    const old = tab.state().session?.access_token
    backend.profiles.set(user.id, { id: user.id, name: 'Ada', role: 'agent', email: user.email })
    await (await tab.supabase.authClient()).refreshSession()
    await vi.waitFor(() => expect(tab.state().profile?.role).toBe('agent'))
    expect(tab.state().session?.access_token).not.toBe(old)
  })

  it('keeps the role after a lost connection, but not after an error of the server', async () => {
    backend.addUser({ role: 'agent' })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    backend.override(PROFILES, lostConnection)
    await (await tab.supabase.authClient()).refreshSession()
    await vi.waitFor(() => expect(tab.state().error).toBe('Failed to fetch user profile'), 5_000)
    expect(tab.state().profile?.role).toBe('agent')

    backend.override(PROFILES, () => ({
      status: 406,
      body: { code: 'PGRST116', message: '', details: null },
    }))
    await (await tab.supabase.authClient()).refreshSession()
    await vi.waitFor(() => expect(tab.state().profile).toBeNull(), 5_000)
    expect(tab.state().user).not.toBeNull()
  }, 15_000)

  it('drops a profile that arrives after a sign-out', async () => {
    backend.addUser()
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    let release = () => {}
    backend.override(
      PROFILES,
      () => new Promise((resolve) => (release = () => resolve({ status: 200, body: {} }))),
    )
    const signingIn = tab.signIn(login)
    await vi.waitFor(() => expect(backend.requestsTo(PROFILES)).toHaveLength(1))
    await tab.signOut()
    release()
    await signingIn
    expect(tab.state()).toMatchObject(signedOut)
  })

  it('renews an expired token when the tab becomes visible', async () => {
    backend.addUser()
    backend.setLifetime(5)
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    const old = tab.state().session?.access_token
    backend.setLifetime(3600)
    window.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(tab.state().session?.access_token).not.toBe(old), 3_000)
    expect(tab.state().profile?.role).toBe('customer')
  })
})

describe('two tabs', () => {
  it('share sign-in and sign-out', async () => {
    backend.addUser({ role: 'agent' })
    const one = await openTab(backend.url)
    await one.initializeAuth()
    const two = await openTab(backend.url)
    await two.initializeAuth()

    await one.signIn(login)
    await vi.waitFor(() => expect(two.state().profile?.role).toBe('agent'), 3_000)
    await two.signOut()
    await vi.waitFor(() => expect(one.state()).toMatchObject(signedOut), 3_000)
    expect((await (await one.supabase.authClient()).getSession()).data.session).toBeNull()
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()
  })
})
