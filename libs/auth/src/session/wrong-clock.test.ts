// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { login, setUpFakeBackend } from '../testing/set-up-fake-backend'

const { backend, start } = setUpFakeBackend()
const MINUTE = 60_000
const refreshes = () =>
  backend()
    .requestsTo('/auth/v1/token')
    .filter(({ query }) => query.get('grant_type') === 'refresh_token').length

beforeEach(() => {
  backend().addUser({ role: 'agent' })
  backend().override('/rest/v1/tickets', () => ({ status: 200, body: [] }))
})

describe.each([
  ['70 minutes ahead', -70 * MINUTE],
  ['a day ahead', -24 * 60 * MINUTE],
  ['a day behind', 24 * 60 * MINUTE],
])('on a device whose clock is %s', (_, offset) => {
  beforeEach(() => backend().setClockOffset(offset))

  it('does not refresh a session that the server has just given', async () => {
    const tab = await start({ signedIn: true })
    for (let call = 0; call < 3; call += 1)
      expect((await (await tab.supabase.loadData()).from('tickets').select('id')).status).toBe(200)
    await (await tab.supabase.authClient()).getSession()
    await tab.close()

    const reloaded = await start()
    expect(reloaded.state()).toMatchObject({ user: { email: login.email }, profile: { role: 'agent' } })
    expect(refreshes()).toBe(0)
  })

  it('refreshes it at its end, once', async () => {
    backend().setLifetime(60)
    const tab = await start({ signedIn: true })
    backend().setLifetime(3600)
    for (let call = 0; call < 3; call += 1) await (await tab.supabase.authClient()).getSession()
    expect(refreshes()).toBe(1)
  })
})
