// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { failure, setUpFakeBackend } from '../testing/set-up-fake-backend'

const newcomer = { email: 'bo@example.com', password: 'Secret12', fullName: 'Bo Derek' }
const origin = window.location.origin
const { backend, start } = setUpFakeBackend()

describe('signUp', () => {
  it('sends name, role and invite, and requires verification', async () => {
    const tab = await start()
    const token = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect(await tab.signUp({ ...newcomer, inviteToken: token })).toEqual({ needsVerification: true })
    const [request] = backend().requestsTo('/auth/v1/signup')
    expect(request?.body).toMatchObject({
      email: newcomer.email,
      password: newcomer.password,
      data: { full_name: 'Bo Derek', role: 'customer', invite_token: token },
      code_challenge_method: 's256',
    })
    expect(request?.query.get('redirect_to')).toBe(`${origin}/auth/callback`)
    expect(tab.state().user).toBeNull()
  })

  it('signs in with an invite, also where the answer to the sign-up has no session', async () => {
    const tab = await start()
    const token = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    backend().addUser({ email: newcomer.email, password: newcomer.password })
    backend().override('/auth/v1/signup', () => ({
      status: 200,
      body: { id: 'new', email: newcomer.email, identities: [{ id: 'new' }] },
    }))
    expect(await tab.signUp({ ...newcomer, inviteToken: token })).toEqual({ needsVerification: false })
    expect(tab.state().user?.email).toBe(newcomer.email)
  })

  it('sends no invite without a token', async () => {
    const tab = await start()
    await tab.signUp(newcomer)
    expect(backend().requestsTo('/auth/v1/signup')[0]?.body.data).toEqual({
      full_name: 'Bo Derek',
      role: 'customer',
    })
  })

  it('rejects a taken address with its field', async () => {
    backend().addUser({ email: newcomer.email })
    const tab = await start()
    const error = await failure(tab.signUp(newcomer))
    expect(tab.authErrorText('signup', error)).toBe('An account with this email already exists')
    expect(error).toMatchObject({ name: 'ConflictError', field: 'email', code: 'user_already_exists' })
  })

  it('returns the reasons for a weak password', async () => {
    const tab = await start()
    backend().override('/auth/v1/signup', () => ({
      status: 422,
      body: { code: 'weak_password', msg: 'Password is known', weak_password: { reasons: ['pwned'] } },
    }))
    const error = await failure(tab.signUp(newcomer))
    expect(error).toMatchObject({ name: 'ValidationError', field: 'password', reasons: ['pwned'] })
    expect(tab.authErrorText('signup', error)).toBe('Password does not meet requirements')
  })
})
