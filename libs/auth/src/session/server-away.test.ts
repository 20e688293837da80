// @vitest-environment jsdom
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase/stored-session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login, setUpFakeBackend } from '../testing/set-up-fake-backend'
import { openTab } from '../testing/tabs'

const PROFILES = '/rest/v1/profiles'
const { backend, start } = setUpFakeBackend()
const away = { status: 503, body: 'no backend' }
const refreshes = () =>
  backend()
    .requestsTo('/auth/v1/token')
    .filter(({ query }) => query.get('grant_type') === 'refresh_token').length

beforeEach(() => {
  backend().addUser({ role: 'agent' })
  backend().override('/auth/v1/health', () => ({ status: 200, body: {} }))
})
afterEach(() => {
  vi.useRealTimers()
})

/** A tab that signed in; its token then ended. */
async function leaveEndedSession() {
  const tab = await start({ signedIn: true })
  await tab.close()
  const stored: object = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? '{}')
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify({ ...stored, expires_at: Date.now() / 1000 - 60 }))
}
const fakeTimers = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
async function pass(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 1) await vi.advanceTimersByTimeAsync(1_000)
}
function refuseRefreshes() {
  backend().override('/auth/v1/token', () => away)
  backend().override('/auth/v1/health', () => away)
}
function comeBack() {
  backend().restore('/auth/v1/token')
  backend().restore('/auth/v1/health')
  backend().override('/auth/v1/health', () => ({ status: 200, body: {} }))
}

describe('a page that opens while sessions cannot be refreshed', () => {
  it('keeps the session and says at once that the backend is away, then goes on within seconds of its return', async () => {
    await leaveEndedSession()
    refuseRefreshes()
    fakeTimers()
    const tab = await openTab(backend().url)
    const started = tab.initializeAuth()
    await pass(2)
    await started
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(tab.state()).toMatchObject({ user: { email: login.email }, profile: null, initialized: true })
    expect(tab.supabase.getConnection()).toBe('unreachable')

    // the first round of auth-js fails
    await pass(40)
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).not.toBeNull()
    comeBack()
    // the longest interval of the probes
    await pass(31)
    await vi.waitFor(() => expect(tab.state()).toMatchObject({ profile: { role: 'agent' }, error: null }))
    expect(tab.supabase.getConnection()).toBe('online')
  }, 20_000)

  it('ends the session when the server refuses it on its return', async () => {
    await leaveEndedSession()
    refuseRefreshes()
    fakeTimers()
    const tab = await openTab(backend().url)
    const started = tab.initializeAuth()
    await pass(2)
    await started
    backend().override('/auth/v1/token', () => ({
      status: 400,
      body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }))
    await pass(40)
    await vi.waitFor(() => expect(tab.sessionPhase(tab.state())).toBe('signed-out'))
  }, 20_000)
})

describe('a token that the data API refuses while the profile is read', () => {
  const unauthorized = { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } }
  /** Refuses the tokens of the session that is stored now. */
  function refuseStoredToken() {
    const { access_token }: { access_token: string } = JSON.parse(
      localStorage.getItem(AUTH_STORAGE_KEY) ?? '{}',
    )
    backend().override(PROFILES, ({ headers }) =>
      headers.authorization === `Bearer ${access_token}` ? unauthorized : undefined,
    )
  }

  it('is renewed', async () => {
    await (await start({ signedIn: true })).close()
    refuseStoredToken()
    const tab = await start()
    expect(tab.state()).toMatchObject({ profile: { role: 'agent' }, error: null, expired: false })
    expect(refreshes()).toBe(1)
  })

  it('ends the session when it cannot be renewed', async () => {
    await (await start({ signedIn: true })).close()
    refuseStoredToken()
    backend().override('/auth/v1/token', () => ({
      status: 400,
      body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }))
    const tab = await start()
    expect(tab.sessionPhase(tab.state())).toBe('signed-out')
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull()
  })

  it('is renewed once, and the session kept, when the data API refuses the new one too', async () => {
    await (await start({ signedIn: true })).close()
    backend().override(PROFILES, () => unauthorized)
    const tab = await start()
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(tab.state()).toMatchObject({ profile: null, error: 'Failed to fetch user profile' })
    expect(refreshes()).toBe(1)
  })
})
