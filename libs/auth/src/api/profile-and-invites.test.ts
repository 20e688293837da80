// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { failure, setUpFakeBackend } from '../testing/set-up-fake-backend'

const { backend, start } = setUpFakeBackend()

describe('profile', () => {
  it('updateProfile sends only the name and updates the state', async () => {
    backend().addUser()
    const tab = await start({ signedIn: true })
    await tab.updateProfile({ name: 'Ada King' })
    const patch = backend()
      .requestsTo('/rest/v1/profiles')
      .find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ name: 'Ada King' })
    expect(tab.state().profile?.name).toBe('Ada King')
  })

  it.each(['updateProfile', 'refreshProfile', 'changeUserRole'] as const)(
    '%s rejects without a session',
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

  it('sends no bearer and reads the first row', async () => {
    const tab = await start()
    backend().override(path, () => ({
      status: 200,
      body: [{ is_valid: true, invite_email: 'bo@example.com', invite_role: 'agent' }],
    }))
    expect(await tab.verifyInvite(token)).toEqual({ email: 'bo@example.com', role: 'agent' })
    const [request] = backend().requestsTo(path)
    expect(request?.body).toEqual({ token })
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers.apikey).toBe('sb_publishable_test')
  })

  it('sends no request for a malformed token', async () => {
    const tab = await start()
    expect(await tab.verifyInvite('nonsense')).toBeNull()
    expect(backend().requestsTo(path)).toHaveLength(0)
  })

  it('throws a coded error', async () => {
    const tab = await start()
    backend().override(path, () => ({ status: 429, body: { message: 'Slow down' } }))
    const error = await failure(tab.verifyInvite(token))
    expect(error).toBeInstanceOf(tab.supabase.RateLimitedError)
    expect(error).toHaveProperty('message', 'Slow down')
  })
})

describe('acceptInvite', () => {
  it('returns and applies the role when the profile cannot be read', async () => {
    backend().addUser()
    const tab = await start({ signedIn: true })
    backend().override('/rest/v1/rpc/accept_invite', () => ({ status: 200, body: 'agent' }))
    backend().override('/rest/v1/profiles', () => ({ status: 503, body: {} }))
    expect(await tab.acceptInvite('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toBe('agent')
    expect(tab.state()).toMatchObject({ error: null, profile: { name: 'Ada Lovelace', role: 'agent' } })
  })
})

describe('changeUserRole', () => {
  const path = '/functions/v1/update-user-role'

  it('calls the function with the bearer and refreshes the session', async () => {
    backend().addUser({ role: 'admin' })
    const tab = await start({ signedIn: true })
    const bearer = tab.state().session?.access_token
    await tab.changeUserRole('someone', 'agent')
    const [request] = backend().requestsTo(path)
    expect(request?.body).toEqual({ userId: 'someone', role: 'agent' })
    expect(request?.headers.authorization).toBe(`Bearer ${bearer}`)
    await vi.waitFor(() => expect(tab.state().session?.access_token).not.toBe(bearer))
  })

  it.each([
    [403, { error: 'Only admins may do that' }, 'Only admins may do that'],
    [500, {}, 'Failed to update user role'],
    [500, { error: 'x', code: 'profile_update_failed' }, 'Failed to update profile role'],
  ])('maps status %i with %j to %s', async (status, body, text) => {
    backend().addUser({ role: 'admin' })
    const tab = await start({ signedIn: true })
    backend().override(path, () => ({ status, body }))
    expect(await failure(tab.changeUserRole('someone', 'agent'))).toHaveProperty('message', text)
  })
})
