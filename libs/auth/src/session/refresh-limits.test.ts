// @vitest-environment jsdom
import { AUTH_STORAGE_KEY } from '@helpdesk/supabase/stored-session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login, setUpFakeBackend } from '../testing/set-up-fake-backend'
import { openTab } from '../testing/tabs'

const { backend } = setUpFakeBackend()
const LIST = '/rest/v1/tickets'
const limited = { status: 429, body: { code: 'over_request_rate_limit', msg: 'Request rate limit reached' } }
const conflict = {
  status: 409,
  body: { code: 'conflict', msg: 'Too many concurrent token refresh requests' },
}
const forbiddenByProxy = { status: 403, body: { message: 'Blocked' } }

beforeEach(() => {
  backend().addUser({ role: 'agent' })
  backend().override(LIST, () => ({ status: 200, body: [] }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Answers refreshes with `answer` until `on` is set to false. */
function refuse(answer: { status: number; body: object }) {
  const refusing = { on: true }
  backend().override('/auth/v1/token', ({ query }) =>
    refusing.on && query.get('grant_type') === 'refresh_token' ? answer : undefined,
  )
  return refusing
}
const refreshes = () =>
  backend()
    .requestsTo('/auth/v1/token')
    .filter(({ query }) => query.get('grant_type') === 'refresh_token').length
async function signedInTab(lifetime: number) {
  backend().setLifetime(lifetime)
  const tab = await openTab(backend().url)
  await tab.initializeAuth()
  await tab.signIn(login)
  backend().setLifetime(3600)
  return tab
}
/** Passes the time in steps, so that answers of the backend arrive in between. */
async function pass(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 1) await vi.advanceTimersByTimeAsync(1_000)
}
const list = async (tab: Awaited<ReturnType<typeof signedInTab>>) =>
  (await tab.supabase.loadData()).from('tickets').select('id')

describe('a refresh that the server limits', () => {
  it.each([
    ['429', limited],
    ['409', conflict],
    ['403 of a proxy', forbiddenByProxy],
  ])(
    'keeps session and screen, and succeeds later: %s',
    async (_, answer) => {
      const tab = await signedInTab(60)
      const token = tab.state().session?.access_token
      const refusing = refuse(answer)
      vi.setSystemTime(Date.now() + 61_000)
      await pass(60)
      expect(refreshes()).toBeGreaterThan(1)
      expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
      expect(localStorage.getItem(AUTH_STORAGE_KEY)).toContain(token)

      refusing.on = false
      await pass(120)
      await vi.waitFor(() => expect(tab.state().session?.access_token).not.toBe(token))
      expect(tab.state()).toMatchObject({ expired: false, profile: { role: 'agent' } })
    },
    20_000,
  )

  it('fails requests like a lost connection, never sends them as a visitor’s, and then sends them', async () => {
    const tab = await signedInTab(60)
    const refusing = refuse(limited)
    vi.setSystemTime(Date.now() + 61_000)
    const request = list(tab)
    await pass(40)
    const { error } = await request
    expect(tab.supabase.toAppError(error)).toMatchObject({ name: 'NetworkError', code: 'network' })
    expect(backend().requestsTo(LIST)).toHaveLength(0)
    refusing.on = false
    await pass(90)
    expect((await list(tab)).status).toBe(200)
    expect(backend().requestsTo(LIST)[0]?.headers.authorization).toMatch(/^Bearer /)
  }, 20_000)

  it('does not delay requests while the token is valid', async () => {
    const tab = await signedInTab(60)
    refuse(limited)
    await pass(1)
    expect((await list(tab)).status).toBe(200)
  })

  it('at a page’s start keeps the session instead of showing the sign-in', async () => {
    await (await signedInTab(60)).close()
    // of the closed tab, whose library goes on
    vi.clearAllTimers()
    const refusing = refuse(limited)
    vi.setSystemTime(Date.now() + 61_000)
    const tab = await openTab(backend().url)
    const started = tab.initializeAuth()
    await pass(40)
    await started
    expect(tab.sessionPhase(tab.state())).toBe('signed-in')
    expect(tab.state()).toMatchObject({ user: { email: login.email }, profile: null })
    refusing.on = false
    await pass(120)
    await vi.waitFor(() => expect(tab.state()).toMatchObject({ profile: { role: 'agent' }, error: null }))
  }, 20_000)

  it('still ends the session when the token is refused', async () => {
    const tab = await signedInTab(60)
    backend().override('/auth/v1/token', () => ({
      status: 400,
      body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }))
    vi.setSystemTime(Date.now() + 61_000)
    await pass(40)
    expect(tab.state()).toMatchObject({ session: null, expired: true })
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull()
  })
})
