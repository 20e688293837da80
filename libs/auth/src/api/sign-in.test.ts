// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { AUTH_TEXTS } from '../model/error-texts'
import { failure, login, setUpFakeBackend } from '../testing/set-up-fake-backend'

const origin = window.location.origin
const { backend, start } = setUpFakeBackend()

describe('signIn', () => {
  it.each([
    ['wrong password', {}, 'nope', 'Invalid email or password', 'Invalid login credentials'],
    [
      'sign-in with an unverified address',
      { confirmed: false },
      login.password,
      'Please verify your email address',
      'Email not confirmed',
    ],
  ])('rejects a %s', async (_, user, password, shown, stored) => {
    backend().addUser(user)
    const tab = await start()
    const error = await failure(tab.signIn({ ...login, password }))
    expect(error).toBeInstanceOf(tab.supabase.ForbiddenError)
    expect(tab.authErrorText('login', error)).toBe(shown)
    expect(tab.state()).toMatchObject({ error: stored, user: null, isLoading: false })
  })

  it('clears the last error', async () => {
    backend().addUser()
    const tab = await start()
    await failure(tab.signIn({ ...login, password: 'nope' }))
    await tab.signIn(login)
    expect(tab.state().error).toBeNull()
  })

  it('throws a NetworkError when the server is down', async () => {
    const tab = await start()
    backend().override('/auth/v1/token', () => ({ status: 503, body: {} }))
    const error = await failure(tab.signIn(login))
    expect(error).toBeInstanceOf(tab.supabase.NetworkError)
    expect(tab.authErrorText('login', error)).toBe('An error occurred during sign in')
  })
})

describe('signInWithProvider', () => {
  it.each(['github', 'google'] as const)('redirects to %s', async (provider) => {
    const tab = await start()
    const url = new URL(await tab.signInWithProvider(provider))
    expect(url.origin + url.pathname).toBe(`${backend().url}/auth/v1/authorize`)
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
      'is disabled',
      { status: 200, body: { external: { github: false, google: true } } },
      'Sign-in with GitHub is not available. Please use your email and password.',
    ],
    [
      'cannot be reached',
      { status: 500, body: {} },
      'The server could not be reached. Check your connection and try again.',
    ],
  ])('stays on the page when the provider %s', async (_, answer, text) => {
    const tab = await start()
    backend().override('/auth/v1/settings', () => answer)
    const error = await failure(tab.signInWithProvider('github'))
    expect(tab.authErrorText('provider', error, 'GitHub')).toBe(text)
  })

  it.each([{}, { external: { github: true, google: false } }])(
    'redirects when the settings are %j',
    async (body) => {
      const tab = await start()
      backend().override('/auth/v1/settings', () => ({ status: 200, body }))
      expect(await tab.signInWithProvider('github')).toContain('/auth/v1/authorize')
    },
  )

  it('stays on the page when Auth cannot ask the provider for its consent screen', async () => {
    const tab = await start()
    backend().override('/auth/v1/settings', () => ({ status: 200, body: { external: { google: true } } }))
    const msg =
      'Unsupported provider: Get "https://accounts.google.com/.well-known/openid-configuration": no such host'
    backend().override('/auth/v1/authorize', () => ({
      status: 400,
      body: { error_code: 'validation_failed', msg },
    }))
    const error = await failure(tab.signInWithProvider('google'))
    expect(tab.authErrorText('provider', error, 'Google')).toBe(
      'Sign-in with Google is not available. Please use your email and password.',
    )
  })

  it('asks with the publishable key, which hosted Supabase demands', async () => {
    const tab = await start()
    backend().override('/auth/v1/settings', () => ({ status: 200, body: { external: { github: false } } }))
    const error = await failure(tab.signInWithProvider('github'))
    expect(error).toMatchObject({ name: 'ForbiddenError', code: 'provider_disabled', status: 400 })
    expect(backend().requestsTo('/auth/v1/settings')[0]?.headers.apikey).toBeTruthy()
  })

  it('reports a lost connection', async () => {
    const tab = await start()
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const error = await failure(tab.signInWithProvider('github'))
    expect(tab.authErrorText('provider', error, 'GitHub')).toBe(
      'The server could not be reached. Check your connection and try again.',
    )
  })
})

describe('signOut', () => {
  it('revokes the session on the server', async () => {
    backend().addUser()
    const tab = await start({ signedIn: true })
    const bearer = tab.state().session?.access_token
    await tab.signOut()
    expect(backend().requestsTo('/auth/v1/logout')[0]?.headers.authorization).toBe(`Bearer ${bearer}`)
    expect(tab.state()).toMatchObject({ user: null, session: null, profile: null })
  })

  it('signs out locally when the server is unreachable', async () => {
    backend().addUser()
    const tab = await start({ signedIn: true })
    backend().override('/auth/v1/logout', () => ({ status: 503, body: { msg: '' } }))
    expect(await failure(tab.signOut())).toBeInstanceOf(tab.supabase.NetworkError)
    expect(tab.state()).toMatchObject({ user: null, profile: null, error: AUTH_TEXTS.unreachable })
    expect(localStorage.getItem('helpdesk-auth')).toBeNull()
  })
})
