// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { failure, login, setUpFakeBackend } from '../testing/set-up-fake-backend'

const newcomer = { email: 'bo@example.com', password: 'Secret12', fullName: 'Bo Derek' }
const origin = window.location.origin
const { backend, start } = setUpFakeBackend()

describe('mail links', () => {
  it('signs in with a verification link', async () => {
    const tab = await start()
    await tab.signUp(newcomer)
    const outcome = await tab.exchangeCode(backend().mailedCode(newcomer.email))
    expect(outcome).toEqual({ recovering: false })
    expect(tab.state().profile?.name).toBe('Ada Lovelace')
  })

  it('signs in with a reset link and requires a new password, also after a reload', async () => {
    const user = backend().addUser()
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    expect(backend().requestsTo('/auth/v1/recover')[0]?.query.get('redirect_to')).toBe(
      `${origin}/auth/reset-password`,
    )
    expect(await tab.exchangeCode(backend().mailedCode(login.email))).toEqual({ recovering: true })
    expect(sessionStorage.getItem('helpdesk-recovery')).toBe('1')
    await tab.updatePassword('Better34')
    expect(user.password).toBe('Better34')
    expect(sessionStorage.getItem('helpdesk-recovery')).toBeNull()
    expect(tab.state().profile).not.toBeNull()
  })

  it('redeems a code once for two concurrent calls', async () => {
    backend().addUser()
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    const code = backend().mailedCode(login.email)
    await Promise.all([tab.exchangeCode(code), tab.exchangeCode(code)])
    const redeemed = backend()
      .requestsTo('/auth/v1/token')
      .filter(({ query }) => query.get('grant_type') === 'pkce')
    expect(redeemed).toHaveLength(1)
  })

  it('requires a new password only in the tab of the reset link', async () => {
    backend().addUser()
    const other = await start()
    const { getDefaultStore } = await import('jotai')
    const { recoveringAtom } = await import('../session/auth-state')
    const tab = await start()
    await tab.requestPasswordReset(login.email)
    await tab.exchangeCode(backend().mailedCode(login.email))
    await vi.waitFor(() => expect(other.state().profile).not.toBeNull())
    expect(getDefaultStore().get(recoveringAtom)).toBe(false)
  })

  it('rejects the code of another browser', async () => {
    backend().addUser()
    const tab = await start()
    const error = await failure(tab.exchangeCode('stolen'))
    expect(error).toBeInstanceOf(tab.supabase.ForbiddenError)
    expect(tab.state().user).toBeNull()
    expect(tab.state().error).toBeTruthy()
  })

  it('says that too many mails were requested when a reset fails', async () => {
    const tab = await start()
    backend().override('/auth/v1/recover', () => ({
      status: 429,
      body: { code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    }))
    const error = await failure(tab.requestPasswordReset(login.email))
    expect(error).toBeInstanceOf(tab.supabase.RateLimitedError)
    expect(tab.authErrorText('resetPassword', error)).toBe(
      'Too many emails were requested. Please try again later.',
    )
  })
})
