// @vitest-environment jsdom
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase/stored-session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login, setUpFakeBackend } from '../testing/set-up-fake-backend'
import { openTab } from '../testing/tabs'

const PROFILES = '/rest/v1/profiles'
const LIST = '/rest/v1/tickets'
const authJs = vi.hoisted(() => ({ loads: 0, missing: false }))
vi.mock('@helpdesk/supabase/load-auth-js', () => ({
  loadAuthJs: () => {
    authJs.loads += 1
    return authJs.missing
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : import('@supabase/auth-js')
  },
}))

const { backend } = setUpFakeBackend()
const signedIn = { profile: { role: 'agent' }, initialized: true, isLoading: false, error: null }
const signedOut = { user: null, session: null, profile: null, initialized: true }

beforeEach(() => {
  authJs.loads = 0
  authJs.missing = false
  backend().addUser({ role: 'agent' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
// before the backend closes its tabs, which load auth-js
afterEach(() => {
  authJs.missing = false
  vi.useRealTimers()
})

/** Stores a session as auth-js does, without loading it. @returns its access token */
async function storeSession(lifetime = 3600): Promise<string> {
  backend().setLifetime(lifetime)
  const answer = await fetch(`${backend().url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify(login),
  })
  const session: { access_token: string } = await answer.json()
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session))
  backend().setLifetime(3600)
  return session.access_token
}
async function startTab() {
  const tab = await openTab(backend().url)
  await tab.initializeAuth()
  return tab
}
/** What the browser tells the other tabs. */
const announce = () =>
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: AUTH_STORAGE_KEY,
      newValue: localStorage.getItem(AUTH_STORAGE_KEY),
    }),
  )

describe('a stored session', () => {
  it('is applied without auth-js, which is loaded 3 seconds later and reads nothing again', async () => {
    const token = await storeSession()
    const tab = await startTab()
    expect(tab.state()).toMatchObject(signedIn)
    expect(await tab.supabase.currentBearer()).toBe(token)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(authJs.loads).toBe(0)

    const states: unknown[] = []
    tab.subscribeAuthState((state) => states.push(state))
    await vi.advanceTimersByTimeAsync(100)
    expect(authJs.loads).toBe(1)
    await tab.supabase.authClient()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(backend().requestsTo(PROFILES)).toHaveLength(1)
    expect(states).toEqual([])
  })

  it('is refreshed by auth-js at once when it is about to expire', async () => {
    const token = await storeSession(80)
    const tab = await startTab()
    expect(authJs.loads).toBe(1)
    expect(tab.state()).toMatchObject(signedIn)
    expect(tab.state().session?.access_token).not.toBe(token)
    const [request] = backend().requestsTo(PROFILES)
    expect(request?.headers.authorization).toBe(`Bearer ${tab.state().session?.access_token}`)
  })

  it('is refreshed before a request when it expires before auth-js is loaded', async () => {
    const token = await storeSession()
    backend().override(LIST, () => ({ status: 200, body: [] }))
    const tab = await startTab()
    vi.setSystemTime(Date.now() + 3_600_000)
    await (await tab.supabase.loadData()).from('tickets').select('id')
    const [request] = backend().requestsTo(LIST)
    expect(request?.headers.authorization).toMatch(/^Bearer /)
    expect(request?.headers.authorization).not.toBe(`Bearer ${token}`)
    await vi.waitFor(() => expect(tab.state().session?.access_token).not.toBe(token))
  })

  it('is read from storage while auth-js cannot be loaded, which is tried every 30 seconds', async () => {
    await storeSession()
    authJs.missing = true
    const tab = await startTab()
    await vi.advanceTimersByTimeAsync(3_000 + 30_000)
    expect(authJs.loads).toBe(2)
    expect(tab.state()).toMatchObject(signedIn)
    authJs.missing = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(authJs.loads).toBe(3)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(authJs.loads).toBe(3)
    expect(backend().requestsTo(PROFILES)).toHaveLength(1)
  })

  it('is kept after it has expired, and restored once auth-js can be loaded', async () => {
    await storeSession(1)
    authJs.missing = true
    const tab = await startTab()
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(tab.state()).toMatchObject({ profile: null, error: expect.any(String) })
    authJs.missing = false
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(tab.state()).toMatchObject(signedIn))
  })

  it.each([
    ['no JSON', '{'],
    ['no session', '{"access_token":7}'],
  ])('is ignored when it is %s', async (_, text) => {
    localStorage.setItem(AUTH_STORAGE_KEY, text)
    const tab = await startTab()
    expect(tab.state()).toMatchObject(signedOut)
    expect(await tab.supabase.currentBearer()).toBeNull()
  })
})

describe('a visitor', () => {
  it('is signed out at once, and auth-js is loaded', async () => {
    const tab = await startTab()
    expect(tab.state()).toMatchObject(signedOut)
    await vi.advanceTimersByTimeAsync(0)
    expect(authJs.loads).toBe(1)
  })

  it('gets a NetworkError from a sign-in when auth-js cannot be loaded', async () => {
    authJs.missing = true
    const tab = await startTab()
    await expect(tab.signIn(login)).rejects.toMatchObject({ name: 'NetworkError', code: 'network' })
  })
})

describe('a sign-out before auth-js is loaded', () => {
  const logouts = () => backend().requestsTo('/auth/v1/logout')

  it('removes the session and revokes it, although auth-js cannot be loaded', async () => {
    const token = await storeSession()
    authJs.missing = true
    const tab = await startTab()
    await tab.signOut()
    expect(tab.state()).toMatchObject(signedOut)
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull()
    expect(logouts().map(({ headers, query }) => [headers.authorization, query.get('scope')])).toEqual([
      [`Bearer ${token}`, 'local'],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.state()).toMatchObject(signedOut)
  })

  it.each([401, 403, 404])('succeeds when the server has ended the session: %i', async (status) => {
    await storeSession()
    const tab = await startTab()
    backend().override('/auth/v1/logout', () => ({ status, body: {} }))
    await expect(tab.signOut()).resolves.toBeUndefined()
  })

  it('removes the session and throws when the server fails', async () => {
    await storeSession()
    const tab = await startTab()
    backend().override('/auth/v1/logout', () => ({ status: 500, body: {} }))
    await expect(tab.signOut()).rejects.toMatchObject({ code: 'logout_failed', status: 500 })
    expect(tab.state()).toMatchObject({ ...signedOut, error: 'Failed to logout' })
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull()
  })
})

describe('a session that was signed out without the server', () => {
  const KEY = 'helpdesk-sessions-to-end'
  const ends = () => backend().requestsTo('/rest/v1/rpc/end_session')
  const sessionOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

  it('is ended at the next contact, by its id alone', async () => {
    const token = await storeSession()
    const tab = await startTab()
    backend().override('/auth/v1/logout', () => ({ status: 503, body: {} }))
    backend().override('/rest/v1/rpc/end_session', () => ({ status: 503, body: {} }))
    await expect(tab.signOut()).rejects.toMatchObject({ name: 'NetworkError' })
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull()
    expect(localStorage.getItem(KEY)).toBe(JSON.stringify([sessionOf(token)]))
    await vi.waitFor(() => expect(ends()).toHaveLength(1))

    backend().override('/rest/v1/rpc/end_session', () => ({ status: 204 }))
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(localStorage.getItem(KEY)).toBeNull())
    expect(ends().at(-1)).toMatchObject({ body: { session_id: sessionOf(token) } })
    expect(ends().at(-1)?.headers.authorization).toBeUndefined()
    expect(tab.state()).toMatchObject(signedOut)
  })

  it('is ended by the next page', async () => {
    await storeSession()
    const tab = await startTab()
    backend().override('/auth/v1/logout', () => ({ status: 503, body: {} }))
    backend().override('/rest/v1/rpc/end_session', () => ({ status: 503, body: {} }))
    await expect(tab.signOut()).rejects.toThrow()
    backend().override('/rest/v1/rpc/end_session', () => ({ status: 204 }))
    const next = await startTab()
    next.endSessionsAtContact()
    await vi.waitFor(() => expect(localStorage.getItem(KEY)).toBeNull())
  })

  it('is ended by its id when its token has expired', async () => {
    const token = await storeSession()
    const tab = await startTab()
    backend().override('/auth/v1/logout', () => ({ status: 403, body: { code: 'bad_jwt' } }))
    backend().override('/rest/v1/rpc/end_session', () => ({ status: 204 }))
    await tab.signOut()
    expect(ends()).toMatchObject([{ body: { session_id: sessionOf(token) } }])
    expect(localStorage.getItem(KEY)).toBeNull()
  })
})

describe('another tab, before auth-js is loaded', () => {
  it('signs this tab out with its own sign-out', async () => {
    await storeSession()
    const tab = await startTab()
    localStorage.setItem('helpdesk-left', tab.state().user?.id ?? '')
    localStorage.removeItem(AUTH_STORAGE_KEY)
    announce()
    expect(tab.state()).toMatchObject(signedOut)
  })

  it('leaves this tab its screen when it loses the session', async () => {
    await storeSession()
    const tab = await startTab()
    localStorage.removeItem(AUTH_STORAGE_KEY)
    announce()
    expect(tab.state()).toMatchObject({ session: null, expired: true, profile: { role: 'agent' } })
  })

  it('passes its new session on to this tab', async () => {
    await storeSession()
    const tab = await startTab()
    const token = await storeSession()
    announce()
    await vi.waitFor(() => expect(tab.state().session?.access_token).toBe(token))
    expect(authJs.loads).toBe(0)
  })
})
