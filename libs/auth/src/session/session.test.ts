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
  // auth-js warns of several clients in one page; here each is a tab of its own.
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
  it('starts loading, ends initialised and signed out, asking nobody', async () => {
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
    expect(backend.seen(PROFILES)).toHaveLength(0)
  })

  it('happens once, however often it is asked for', async () => {
    const tab = await openTab(backend.url)
    expect(tab.initializeAuth()).toBe(tab.initializeAuth())
  })

  it('finds the stored session again after a reload and fetches the profile once', async () => {
    backend.addUser({ role: 'agent' })
    const before = await openTab(backend.url)
    await before.initializeAuth()
    await before.signIn(login)
    await before.close()
    const asked = backend.seen(PROFILES).length

    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(tab.state()).toMatchObject({ profile: { role: 'agent' }, isLoading: false, initialized: true })
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(backend.seen(PROFILES).length - asked).toBe(1)
  })

  it('refreshes a stored session that has expired, and clears it when the server refuses', async () => {
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
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_100 })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    expect(tab.state()).toMatchObject({ ...signedOut, initialized: true, isLoading: false })
  })
})

describe('sign-in', () => {
  it('never shows a user without a profile on the way', async () => {
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
    const [request] = backend.seen(PROFILES)
    expect(request?.headers.authorization).toBe(`Bearer ${tab.state().session?.access_token}`)
    expect(request?.headers.apikey).toBe('sb_publishable_test')
  })

  it('takes the role from the profile, whatever the metadata say', async () => {
    backend.addUser({ role: 'customer', metadata: { role: 'admin', full_name: 'Ada' } })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    expect(tab.state().user?.user_metadata.role).toBe('admin')
    expect(tab.state().profile?.role).toBe('customer')
  })

  it.each([
    ['a refusal', () => ({ status: 403, body: { code: '42501', message: 'no', details: null, hint: null } })],
    ['a lost server', lostConnection],
    ['a role that does not exist', () => ({ status: 200, body: { id: 'x', name: 'x', role: 'owner' } })],
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
  it('are filled from the profile where they are missing, once', async () => {
    backend.addUser({ metadata: {}, role: 'agent', name: 'Grace Hopper' })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    await vi.waitFor(() =>
      expect(tab.state().user?.user_metadata).toEqual({ role: 'agent', full_name: 'Grace Hopper' }),
    )
    const puts = backend.seen('/auth/v1/user').filter(({ method }) => method === 'PUT')
    expect(puts.map(({ body }) => body.data)).toEqual([{ role: 'agent', full_name: 'Grace Hopper' }])
  })

  it('are tried once, even when the server does not keep them', async () => {
    const user = backend.addUser({ metadata: { full_name: 'Ada' } })
    backend.override('/auth/v1/user', () => ({
      status: 200,
      body: { id: user.id, email: user.email, user_metadata: {} },
    }))
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(backend.seen('/auth/v1/user').map(({ body }) => body.data)).toEqual([{ role: 'customer' }])
  })
})

describe('later changes of the session', () => {
  it('a refreshed token fetches the profile again and shows a role changed meanwhile', async () => {
    const user = backend.addUser()
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    const old = tab.state().session?.access_token
    backend.profiles.set(user.id, { id: user.id, name: 'Ada', role: 'agent', email: user.email })
    await tab.supabase.authClient().refreshSession()
    await vi.waitFor(() => expect(tab.state().profile?.role).toBe('agent'))
    expect(tab.state().session?.access_token).not.toBe(old)
  })

  it('a lost connection during a refresh does not take the role away; a refusal does', async () => {
    backend.addUser({ role: 'agent' })
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    await tab.signIn(login)
    backend.override(PROFILES, lostConnection)
    await tab.supabase.authClient().refreshSession()
    await vi.waitFor(() => expect(tab.state().error).toBe('Failed to fetch user profile'), 5_000)
    expect(tab.state().profile?.role).toBe('agent')

    backend.override(PROFILES, () => ({
      status: 406,
      body: { code: 'PGRST116', message: '', details: null },
    }))
    await tab.supabase.authClient().refreshSession()
    await vi.waitFor(() => expect(tab.state().profile).toBeNull(), 5_000)
    expect(tab.state().user).not.toBeNull()
  }, 15_000)

  it('a sign-out overtakes a profile that is still on its way', async () => {
    backend.addUser()
    const tab = await openTab(backend.url)
    await tab.initializeAuth()
    let release = () => {}
    backend.override(
      PROFILES,
      () => new Promise((resolve) => (release = () => resolve({ status: 200, body: {} }))),
    )
    const signingIn = tab.signIn(login)
    await vi.waitFor(() => expect(backend.seen(PROFILES)).toHaveLength(1))
    await tab.signOut()
    release()
    await signingIn
    expect(tab.state()).toMatchObject(signedOut)
  })

  it('a tab that becomes visible recovers the session and renews an expired token', async () => {
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
  it('a sign-in and a sign-out in one are felt in the other', async () => {
    backend.addUser({ role: 'agent' })
    const one = await openTab(backend.url)
    await one.initializeAuth()
    const two = await openTab(backend.url)
    await two.initializeAuth()

    await one.signIn(login)
    await vi.waitFor(() => expect(two.state().profile?.role).toBe('agent'), 3_000)
    await two.signOut()
    await vi.waitFor(() => expect(one.state()).toMatchObject(signedOut), 3_000)
    expect((await one.supabase.authClient().getSession()).data.session).toBeNull()
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()
  })
})
