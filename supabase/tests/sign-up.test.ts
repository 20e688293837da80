import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  createUser,
} from './support/backend'

const fresh = () => `new-${randomUUID().slice(0, 8)}@example.com`
const password = 'Demo1234'

describe('sign-up and invites', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const profile = async (email: string) =>
    (await db`select role, name from public.profiles where email = ${email}`)[0]
  const signUp = async (email: string, data: object) => {
    const answer = await people.visitor.auth.signUp({ email, password, options: { data } })
    await people.visitor.auth.signOut({ scope: 'local' })
    return answer
  }
  const invite = async (email: string, role = 'agent') => {
    const { data, error } = await people.admin.client
      .rpc('create_invite', { email, role })
      .single<{ id: string; token: string }>()
    if (error) throw new Error(error.message)
    return data
  }
  const verify = async (token: string) => (await people.visitor.rpc('verify_invite', { token })).data
  const invalid = [{ is_valid: false, invite_email: null, invite_role: null }]

  it('creates a customer, ignoring a requested role', async () => {
    const email = fresh()
    const { data, error } = await signUp(email, { full_name: 'Eve Ordinary', role: 'admin' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(await profile(email)).toEqual({ role: 'customer', name: 'Eve Ordinary' })
    const [user] =
      await db`select raw_user_meta_data ->> 'role' as role from auth.users where email = ${email}`
    expect(user).toEqual({ role: 'customer' })
  })

  it('grants the role of the invite, once, and deletes the token', async () => {
    const email = fresh()
    const { token } = await invite(email)
    expect(await verify(token)).toEqual([{ is_valid: true, invite_email: email, invite_role: 'agent' }])
    const { data } = await signUp(email, { full_name: 'Ina Invited', role: 'admin', invite_token: token })
    // The mail with the token has proven the address.
    expect(data.session?.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    expect(await profile(email)).toEqual({ role: 'agent', name: 'Ina Invited' })
    expect(await verify(token)).toEqual(invalid)
    const kept = await db`select 1 from auth.users where raw_user_meta_data::text like ${'%' + token + '%'}`
    expect(kept).toHaveLength(0)
    const [stored] = await db`select token_hash from public.invites where email = ${email}`
    expect(stored?.token_hash).not.toContain(token)
  })

  it.each([
    ['of another address', async () => (await invite(fresh())).token],
    [
      'that was revoked',
      async (email: string) => {
        const { id, token } = await invite(email)
        expect((await people.admin.client.rpc('revoke_invite', { invite_id: id })).data).toBe(true)
        return token
      },
    ],
    [
      'that has expired',
      async (email: string) => {
        const { id, token } = await invite(email)
        await db`update public.invites set expires_at = now() - interval '1 second' where id = ${id}`
        return token
      },
    ],
    [
      'that was replaced by a newer one',
      async (email: string) => {
        const { token } = await invite(email)
        await invite(email)
        return token
      },
    ],
    ['that is guessed', () => Promise.resolve(randomUUID())],
    ['that is empty', () => Promise.resolve('')],
  ])('rejects the sign-up with an invite %s', async (_, make) => {
    const email = fresh()
    const token = await make(email)
    expect((await signUp(email, { full_name: 'Mal Lory', invite_token: token })).error).not.toBeNull()
    expect(await profile(email)).toBeUndefined()
  })

  it('accepts one of two concurrent sign-ups with an invite', async () => {
    const email = fresh()
    const { token } = await invite(email)
    const insert = (id: string) => db`insert into auth.users (id, email, raw_user_meta_data, is_sso_user)
      values (${id}, ${email}, ${db.json({ invite_token: token })}, true)`
    const results = await Promise.allSettled([insert(randomUUID()), insert(randomUUID())])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('deletes a token that is written to the metadata later', async () => {
    const { otherCustomer } = people
    await otherCustomer.client.auth.updateUser({ data: { invite_token: randomUUID(), role: 'admin' } })
    const [row] =
      await db`select raw_user_meta_data ? 'invite_token' as kept, raw_user_meta_data ->> 'role' as role from auth.users where id = ${otherCustomer.id}`
    expect(row).toEqual({ kept: false, role: 'customer' })
  })

  it('reveals nothing about guessed tokens', async () => {
    expect(await verify(randomUUID())).toEqual(invalid)
  })

  it('create_invite and revoke_invite reject other callers', async () => {
    const { id } = await invite(fresh())
    for (const { client } of [people.owner, people.agent]) {
      expectError(await client.rpc('create_invite', { email: fresh(), role: 'admin' }), 'admin_required')
      expectError(await client.rpc('revoke_invite', { invite_id: id }), 'admin_required')
    }
    expectForbidden(await people.visitor.rpc('create_invite', { email: fresh(), role: 'agent' }))
    expectForbidden(await people.visitor.rpc('revoke_invite', { invite_id: id }))
  })

  it('create_invite rejects other roles, bad addresses, staff with that role and deactivated people', async () => {
    const { client } = people.admin
    expectError(await client.rpc('create_invite', { email: fresh(), role: 'customer' }), 'invite_role')
    expectError(await client.rpc('create_invite', { email: 'nobody', role: 'agent' }), 'invite_email')
    const { agent, admin } = people
    const known = [
      [agent, 'agent', 'This person is already an agent'],
      [admin, 'admin', 'This person is already an admin'],
      [admin, 'agent', 'This person is already an admin'],
    ] as const
    for (const [{ email }, role, message] of known)
      expectError(await client.rpc('create_invite', { email, role }), 'email_exists', message)
    const off = await createUser('customer', 'Dora Off')
    await db`update public.profiles set deactivated_at = now() where id = ${off.id}`
    expectError(await client.rpc('create_invite', { email: off.email, role: 'agent' }), 'account_deactivated')
  })

  it('shows invites to admins only', async () => {
    const email = fresh()
    await invite(email)
    expectRows(
      await people.admin.client.from('invites').select('email, role, expires_at').eq('email', email),
      1,
    )
    for (const { client } of [people.owner, people.agent])
      expectRows(await client.from('invites').select('id'), 0)
    expectForbidden(await people.visitor.from('invites').select('id'))
    expectForbidden(
      await people.admin.client.from('invites').insert({ email, role: 'admin', token_hash: 'x' }),
    )
  })
})
