// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeBackend, type FakeBackend } from '../testing/fake-backend'
import { closeTabs, openTab } from '../testing/tabs'

const login = { email: 'ada@example.com', password: 'Secret12' }
const newcomer = { email: 'bo@example.com', password: 'Secret12', fullName: 'Bo Derek' }
const origin = window.location.origin
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
  vi.restoreAllMocks()
})

async function start({ signedIn = false } = {}) {
  const tab = await openTab(backend.url)
  await tab.initializeAuth()
  if (signedIn) await tab.signIn(login)
  return tab
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )
}

describe('signIn', () => {
  it.each([
    ['wrong password', {}, 'nope', 'Invalid email or password', 'Invalid login credentials'],
    [
      'unverified address',
      { confirmed: false },
      login.password,
      'Please verify your email address',
      'Email not confirmed',
    ],
  ])('%s', async (_, user, password, shown, kept) => {
    backend.addUser(user)
    const tab = await start()
    const error = await failure(tab.signIn({ ...login, password }))
    expect(error).toBeInstanceOf(tab.supabase.ForbiddenError)
    expect(tab.authErrorText('login', error)).toBe(shown)
    expect(tab.state()).toMatchObject({ error: kept, user: null, isLoading: false })
  })

  it('clears the last error', async () => {
    backend.addUser()
    const tab = await start()
    await failure(tab.signIn({ ...login, password: 'nope' }))
    await tab.signIn(login)
    expect(tab.state().error).toBeNull()
  })

  it('says so when the server is down', async () => {
    const tab = await start()
    backend.override('/auth/v1/token', () => ({ status: 503, body: {} }))
    const error = await failure(tab.signIn(login))
    expect(error).toBeInstanceOf(tab.supabase.NetworkError)
    expect(tab.authErrorText('login', error)).toBe('An error occurred during sign in')
  })
})

describe('signUp', () => {
  it('sends name, role and invite along and asks for verification', async () => {
    const tab = await start()
    const token = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect(await tab.signUp({ ...newcomer, inviteToken: token })).toEqual({ needsVerification: true })
    const [request] = backend.seen('/auth/v1/signup')
    expect(request?.body).toMatchObject({
      email: newcomer.email,
      password: newcomer.password,
      data: { full_name: 'Bo Derek', role: 'customer', invite_token: token },
      code_challenge_method: 's256',
    })
    expect(request?.query.get('redirect_to')).toBe(`${origin}/auth/callback`)
    expect(tab.state().user).toBeNull()
  })

  it('sends no invite when there is none', async () => {
    const tab = await start()
    await tab.signUp(newcomer)
    expect(backend.seen('/auth/v1/signup')[0]?.body.data).toEqual({ full_name: 'Bo Derek', role: 'customer' })
  })

  it('knows an address that is taken, and puts it on the field', async () => {
    backend.addUser({ email: newcomer.email })
    const tab = await start()
    const error = await failure(tab.signUp(newcomer))
    expect(tab.authErrorText('signup', error)).toBe('An account with this email already exists')
    expect(error).toMatchObject({ name: 'ConflictError', field: 'email', code: 'user_already_exists' })
  })

  it('hands on why a password is weak', async () => {
    const tab = await start()
    backend.override('/auth/v1/signup', () => ({
      status: 422,
      body: { code: 'weak_password', msg: 'Password is known', weak_password: { reasons: ['pwned'] } },
    }))
    const error = await failure(tab.signUp(newcomer))
    expect(error).toMatchObject({ name: 'ValidationError', field: 'password', reasons: ['pwned'] })
    expect(tab.authErrorText('signup', error)).toBe('Password does not meet requirements')
  })
})

describe('links from mails', () => {
  it('a verification link signs in', async () => {
    const tab = await start()
    await tab.signUp(newcomer)
    const outcome = await tab.exchangeCode(backend.mailedCode(newcomer.email))
    expect(outcome).toEqual({ recovering: false })
    expect(tab.state().profile?.name).toBe('Ada Lovelace')
  })

  it('a reset link signs in, asks for a new password, and survives a reload until it is set', async () => {
    const user = backend.addUser()
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    expect(backend.seen('/auth/v1/recover')[0]?.query.get('redirect_to')).toBe(
      `${origin}/auth/reset-password`,
    )
    expect(await tab.exchangeCode(backend.mailedCode(login.email))).toEqual({ recovering: true })
    expect(sessionStorage.getItem('helpdesk-recovery')).toBe('1')
    await tab.updatePassword('Better34')
    expect(user.password).toBe('Better34')
    expect(sessionStorage.getItem('helpdesk-recovery')).toBeNull()
    expect(tab.state().profile).not.toBeNull()
  })

  it('one code asked for twice at once is redeemed once', async () => {
    backend.addUser()
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    const code = backend.mailedCode(login.email)
    await Promise.all([tab.exchangeCode(code), tab.exchangeCode(code)])
    const redeemed = backend.seen('/auth/v1/token').filter(({ query }) => query.get('grant_type') === 'pkce')
    expect(redeemed).toHaveLength(1)
  })

  it('a reset link opened in one tab signs the others in, but asks only its own for a new password', async () => {
    backend.addUser()
    const other = await start()
    const { getDefaultStore } = await import('jotai')
    const { recoveringAtom } = await import('../session/auth-state')
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    await tab.exchangeCode(backend.mailedCode(login.email))
    await vi.waitFor(() => expect(other.state().profile).not.toBeNull())
    expect(getDefaultStore().get(recoveringAtom)).toBe(false)
  })

  it('a code of another browser is refused', async () => {
    backend.addUser()
    const tab = await start()
    const error = await failure(tab.exchangeCode('stolen'))
    expect(error).toBeInstanceOf(tab.supabase.ForbiddenError)
    expect(tab.state().user).toBeNull()
    expect(tab.state().error).toBeTruthy()
  })

  it('a reset that fails shows the error of the server', async () => {
    const tab = await start()
    backend.override('/auth/v1/recover', () => ({
      status: 429,
      body: { code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    }))
    const error = await failure(tab.requestPasswordReset(login.email))
    expect(error).toBeInstanceOf(tab.supabase.RateLimitedError)
    expect(tab.authErrorText('resetPassword', error)).toBe('email rate limit exceeded')
  })
})

describe('signInWithProvider', () => {
  it.each(['github', 'google'] as const)('leaves for %s', async (provider) => {
    const tab = await start()
    const url = new URL(await tab.signInWithProvider(provider))
    expect(url.origin + url.pathname).toBe(`${backend.url}/auth/v1/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      provider,
      redirect_to: `${origin}/auth/callback`,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 's256',
    })
  })

  it.each([
    [
      'is switched off',
      { status: 200, body: { external: { github: false, google: true } } },
      'Sign-in with GitHub is not available. Please use your email and password.',
    ],
    [
      'cannot be reached',
      { status: 503, body: {} },
      'The server could not be reached. Check your connection and try again.',
    ],
  ])('stays on the page when the provider %s', async (_, answer, text) => {
    const tab = await start()
    backend.override('/auth/v1/settings', () => answer)
    const error = await failure(tab.signInWithProvider('github'))
    expect(tab.authErrorText('provider', error, 'GitHub')).toBe(text)
  })

  it('says so when there is no connection', async () => {
    const tab = await start()
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const error = await failure(tab.signInWithProvider('github'))
    expect(tab.authErrorText('provider', error, 'GitHub')).toBe(
      'The server could not be reached. Check your connection and try again.',
    )
  })
})

describe('signOut', () => {
  it('tells the server', async () => {
    backend.addUser()
    const tab = await start({ signedIn: true })
    const bearer = tab.state().session?.access_token
    await tab.signOut()
    expect(backend.seen('/auth/v1/logout')[0]?.headers.authorization).toBe(`Bearer ${bearer}`)
    expect(tab.state()).toMatchObject({ user: null, session: null, profile: null })
  })

  it('leaves nobody signed in here when the server cannot be told', async () => {
    backend.addUser()
    const tab = await start({ signedIn: true })
    backend.override('/auth/v1/logout', () => ({ status: 503, body: { msg: '' } }))
    expect(await failure(tab.signOut())).toBeInstanceOf(tab.supabase.NetworkError)
    expect(tab.state()).toMatchObject({ user: null, profile: null, error: 'Failed to logout' })
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()
  })
})

describe('profile', () => {
  it('updateProfile writes the name alone and shows it', async () => {
    backend.addUser()
    const tab = await start({ signedIn: true })
    await tab.updateProfile({ name: 'Ada King' })
    const patch = backend.seen('/rest/v1/profiles').find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ name: 'Ada King' })
    expect(tab.state().profile?.name).toBe('Ada King')
  })

  it.each(['updateProfile', 'refreshProfile', 'changeUserRole'] as const)(
    '%s wants a session',
    async (name) => {
      const tab = await start()
      const call = {
        updateProfile: () => tab.updateProfile({ name: 'Ada' }),
        refreshProfile: () => tab.refreshProfile(),
        changeUserRole: () => tab.changeUserRole('x', 'agent'),
      }[name]
      expect(await failure(call())).toMatchObject({ message: 'Not authenticated', code: 'not_authenticated' })
    },
  )
})

describe('verifyInvite', () => {
  const token = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const path = '/rest/v1/rpc/verify_invite'

  it('asks without a bearer and reads the first row', async () => {
    const tab = await start()
    backend.override(path, () => ({
      status: 200,
      body: [{ is_valid: true, invite_email: 'bo@example.com', invite_role: 'agent' }],
    }))
    expect(await tab.verifyInvite(token)).toEqual({ email: 'bo@example.com', role: 'agent' })
    const [request] = backend.seen(path)
    expect(request?.body).toEqual({ token })
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers.apikey).toBe('sb_publishable_test')
  })

  it('does not ask for what is no token', async () => {
    const tab = await start()
    expect(await tab.verifyInvite('nonsense')).toBeNull()
    expect(backend.seen(path)).toHaveLength(0)
  })

  it('fails with a coded error', async () => {
    const tab = await start()
    backend.override(path, () => ({ status: 429, body: { message: 'Slow down' } }))
    const error = await failure(tab.verifyInvite(token))
    expect(error).toBeInstanceOf(tab.supabase.RateLimitedError)
    expect(error).toHaveProperty('message', 'Slow down')
  })
})

describe('acceptInvite', () => {
  it('returns and shows the role when the profile cannot be read afterwards', async () => {
    backend.addUser()
    const tab = await start({ signedIn: true })
    backend.override('/rest/v1/rpc/accept_invite', () => ({ status: 200, body: 'agent' }))
    backend.override('/rest/v1/profiles', () => ({ status: 503, body: {} }))
    expect(await tab.acceptInvite('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toBe('agent')
    expect(tab.state()).toMatchObject({ error: null, profile: { name: 'Ada Lovelace', role: 'agent' } })
  })
})

describe('changeUserRole', () => {
  const path = '/functions/v1/update-user-role'

  it('calls the function with the bearer and refreshes the session', async () => {
    backend.addUser({ role: 'admin' })
    const tab = await start({ signedIn: true })
    const bearer = tab.state().session?.access_token
    await tab.changeUserRole('someone', 'agent')
    const [request] = backend.seen(path)
    expect(request?.body).toEqual({ userId: 'someone', role: 'agent' })
    expect(request?.headers.authorization).toBe(`Bearer ${bearer}`)
    await vi.waitFor(() => expect(tab.state().session?.access_token).not.toBe(bearer))
  })

  it.each([
    [403, { error: 'Only admins may do that' }, 'Only admins may do that'],
    [500, {}, 'Failed to update user role'],
    [500, { error: 'x', code: 'profile_update_failed' }, 'Failed to update profile role'],
  ])('status %i with %j says %s', async (status, body, text) => {
    backend.addUser({ role: 'admin' })
    const tab = await start({ signedIn: true })
    backend.override(path, () => ({ status, body }))
    expect(await failure(tab.changeUserRole('someone', 'agent'))).toHaveProperty('message', text)
  })
})
