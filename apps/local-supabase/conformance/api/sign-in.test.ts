import { anonClient, DEMO_PASSWORD, serviceClient } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject, type Project } from './project'

let target: TestProject
let project: Project
let sam: Person
beforeAll(async () => {
  target = await openProject()
  ;({ project } = target)
  sam = await target.createPerson('customer', 'Sam Sample')
}, 90_000)
afterAll(() => target?.close())

describe('session', () => {
  it('signs in, reads the user, refreshes, and ends', async () => {
    const client = await target.signIn(sam)
    const user = await client.auth.getUser()
    expect(user.data.user).toMatchObject({
      email: sam.email,
      user_metadata: { full_name: 'Sam Sample' },
    })
    const before = (await client.auth.getSession()).data.session
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect((await client.auth.signOut()).error).toBeNull()
    const again = await anonClient(project).auth.refreshSession({
      refresh_token: refreshed.data.session?.refresh_token ?? '',
    })
    expect(again.error).not.toBeNull()
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    for (const email of [sam.email, `not-${sam.email}`]) {
      const { error } = await anonClient(project).auth.signInWithPassword({ email, password: 'Wrong1234' })
      expect([error?.status, error?.code, error?.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
    }
  })

  it('publishes the key that signed its tokens, unless that is the shared secret', async () => {
    const client = await target.signIn(sam)
    const { data, error } = await client.auth.getClaims()
    expect([error, data?.claims.email]).toEqual([null, sam.email])
    const answer = await fetch(`${project.url}/auth/v1/.well-known/jwks.json`)
    const { keys }: { keys: { kid: string; d?: string }[] } = await answer.json()
    if (data?.header.alg === 'HS256') expect(keys.map(({ kid }) => kid)).not.toContain(data.header.kid)
    else expect(keys.map(({ kid }) => kid)).toContain(data?.header.kid)
    expect(keys.filter(({ d }) => d)).toEqual([])
  })

  it('rejects a token of another project', async () => {
    const client = await target.signIn(sam)
    const [head, body] = ((await client.auth.getSession()).data.session?.access_token ?? '').split('.')
    const forged = `${head}.${body}.${Buffer.alloc(32).toString('base64url')}`
    expect((await anonClient(project).auth.getUser(forged)).error?.status).toBeGreaterThanOrEqual(401)
  })
})

describe('users under the secret key', () => {
  it('can be managed with that key only', async () => {
    const service = serviceClient(project)
    const email = `created-${sam.email}`
    const created = await service.auth.admin.createUser({
      email,
      password: DEMO_PASSWORD,
      email_confirm: true,
    })
    expect(created.error).toBeNull()
    const id = created.data.user?.id ?? ''
    for (const client of [anonClient(project), await target.signIn({ id, email })])
      expect((await client.auth.admin.deleteUser(id)).error).not.toBeNull()
    await service.auth.admin.updateUserById(id, { ban_duration: '24h' })
    const { error } = await anonClient(project).auth.signInWithPassword({ email, password: DEMO_PASSWORD })
    expect(error?.code).toBe('user_banned')
    expect((await service.auth.admin.deleteUser(id)).error).toBeNull()
    expect((await service.auth.admin.getUserById(id)).error?.status).toBe(404)
  })
})
