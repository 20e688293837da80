import { randomUUID } from 'node:crypto'
import { clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { inviteHelpers } from './support/invites'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectSignedOut,
  expectError,
  createUser,
  type TestUser,
  stack,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const { freshEmail, invite, accept, isValid, roleOf, signUp, confirm } = inviteHelpers(() => people)
const prepare = async (token: string) => (await people.visitor.rpc('prepare_invited_sign_up', { token })).data

describe('accept_invite', () => {
  it('gives the role to the confirmed owner of the address, once, in profile and metadata', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const token = await invite(customer.email)
    expect(await roleOf(customer)).toBe('customer')
    expect(await accept(customer, token)).toMatchObject({ error: null, data: 'agent' })
    expect(await roleOf(customer)).toBe('agent')
    const { data } = await customer.client.auth.refreshSession()
    expect(data.user?.user_metadata.role).toBe('agent')
    expect(await isValid(token)).toBe(false)
    expectError(await accept(customer, token), 'invite_invalid')
    // A later invite can grant a higher role.
    expect(await accept(customer, await invite(customer.email, 'admin'))).toMatchObject({ data: 'admin' })
  })

  it('rejects other users, visitors, deactivated users and unknown tokens, and keeps the invite valid', async () => {
    const { otherCustomer, visitor } = people
    const customer = await createUser('customer', 'Cleo Customer')
    const token = await invite(customer.email)
    expectError(await accept(otherCustomer, token), 'invite_other_address')
    expectForbidden(await visitor.rpc('accept_invite', { token }))
    expectError(await accept(customer, randomUUID()), 'invite_invalid')
    expect(await isValid(token)).toBe(true)
    await db`update public.profiles set deactivated_at = now() where id = ${customer.id}`
    expectSignedOut(await accept(customer, token))
    expect([await roleOf(otherCustomer), await roleOf(customer)]).toEqual(['customer', 'customer'])
  })

  it('rejects an expired invite, which is no longer valid', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const token = await invite(customer.email)
    await db`update public.invites set expires_at = now() where email = ${customer.email}`
    expect(await isValid(token)).toBe(false)
    expectError(await accept(customer, token), 'invite_invalid')
    expect(await roleOf(customer)).toBe('customer')
  })

  it('ignores an unconfirmed email change', async () => {
    const { otherCustomer } = people
    const email = freshEmail()
    await otherCustomer.client.auth.updateUser({ email })
    expectError(await accept(otherCustomer, await invite(email)), 'invite_other_address')
  })

  it('never lowers a role', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const token = await invite(customer.email)
    await db`alter table public.profiles disable trigger profiles_end_invites`
    await db`update public.profiles set role = 'admin' where id = ${customer.id}`
    await db`alter table public.profiles enable trigger profiles_end_invites`
    expectError(await accept(customer, token), 'invite_needless')
    expect(await roleOf(customer)).toBe('admin')
  })

  it('accepts one of two concurrent calls', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const token = await invite(customer.email)
    const codes = (await Promise.all([accept(customer, token), accept(customer, token)])).map(
      ({ error }) => error?.details ?? 'accepted',
    )
    expect(codes.sort()).toEqual(['accepted', 'invite_invalid'])
  })
})

describe('an invite whose author', () => {
  const endings: Record<string, (author: TestUser) => PromiseLike<unknown>> = {
    'was demoted': ({ id }) => people.admin.client.rpc('set_user_role', { target: id, new_role: 'agent' }),
    'was deactivated': ({ id }) => people.admin.client.rpc('set_user_active', { target: id, active: false }),
    'was demoted by SQL': ({ id }) => db`update public.profiles set role = 'customer' where id = ${id}`,
    'was demoted before triggers knew': async ({ id }) => {
      await db`alter table public.profiles disable trigger profiles_end_invites`
      await db`update public.profiles set role = 'agent' where id = ${id}`
      await db`alter table public.profiles enable trigger profiles_end_invites`
    },
    'was deleted': ({ id }) => db`delete from auth.users where id = ${id}`,
  }
  it.each(Object.keys(endings))('%s is invalid, also after reactivation', async (name) => {
    const author = await createUser('admin', 'Alma Author')
    const customer = await createUser('customer', 'Cleo Customer')
    const email = freshEmail()
    const [toNew, toCustomer] = [
      await invite(email, 'admin', author),
      await invite(customer.email, 'admin', author),
    ]
    await endings[name]?.(author)
    expect([await isValid(toNew), await isValid(toCustomer)]).toEqual([false, false])
    expect((await signUp(email, { invite_token: toNew })).error).not.toBeNull()
    expectError(await accept(customer, toCustomer), 'invite_invalid')
    expect(await prepare(toNew)).toBe(false)
    if (name !== 'was demoted before triggers knew') {
      await db`update public.profiles set role = 'admin', deactivated_at = null where id = ${author.id}`
      expect(await isValid(toNew)).toBe(false)
    }
    expect(await db`select 1 from public.profiles where email = ${email}`).toEqual([])
    expect(await roleOf(customer)).toBe('customer')
  })
})

describe('an invite to an existing user', () => {
  it.each([
    ['a demotion', 'agent', ['set_user_role', { new_role: 'customer' }]],
    ['a deactivation', 'customer', ['set_user_active', { active: false }]],
    ['a promotion', 'customer', ['set_user_role', { new_role: 'agent' }]],
  ] as const)('ends with %s', async (_, role, [name, values]) => {
    const target = await createUser(role, 'Tara Target')
    const token = await invite(target.email, 'admin')
    expect((await people.admin.client.rpc(name, { target: target.id, ...values })).error).toBeNull()
    expect(await isValid(token)).toBe(false)
  })
})

describe('an account registered by a stranger before the invite', () => {
  it('allows inviting an address with an unconfirmed account', async () => {
    const email = freshEmail()
    await signUp(email, {}, 'Stranger1')
    expect(await isValid(await invite(email))).toBe(true)
  })

  it('is replaced by a sign-up with the invite, with its password, identity and confirmation link', async () => {
    const email = freshEmail()
    await signUp(email, {}, 'Stranger1')
    const before = await db`select id, confirmation_token from auth.users where email = ${email}`
    const token = await invite(email)
    expect(await prepare(token)).toBe(false)
    // A second mail to an address is allowed after a second.
    await expect
      .poll(async () => (await signUp(email, { invite_token: token }, 'MyOwnPass1')).error, {
        timeout: 5_000,
      })
      .toBeNull()
    const [after] = await db`select u.id, confirmation_token, p.role, p.name,
        (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
      from auth.users u join public.profiles p using (id) where u.email = ${email}`
    expect(after).toMatchObject({ role: 'agent', name: 'Nora New', identities: 1 })
    expect(after?.id).not.toBe(before[0]?.id)
    expect(after?.confirmation_token).not.toBe(before[0]?.confirmation_token)
    await confirm(email)
    await expect(clientAs(stack, email, 'Stranger1')).rejects.toThrow('Invalid login credentials')
    await clientAs(stack, email, 'MyOwnPass1')
  })

  it('is replaced neither by an invite to another address nor when confirmed', async () => {
    const [email, other] = [freshEmail(), freshEmail()]
    await signUp(email, {}, 'MyOwnPass1')
    const count = () => db`select id from auth.users where email = ${email}`
    const before = await count()
    expect(await prepare(await invite(other))).toBe(false)
    await signUp(email, { invite_token: await invite(other) })
    expect(await count()).toEqual(before)
    const { owner } = people
    expect(await prepare(await invite(owner.email))).toBe(true)
    expect(await roleOf(owner)).toBe('customer')
  })

  it('loses its password when it is confirmed while the invite is pending, as on a hosted project', async () => {
    const email = freshEmail()
    await signUp(email, {}, 'Stranger1')
    const token = await invite(email)
    await confirm(email)
    await expect(clientAs(stack, email, 'Stranger1')).rejects.toThrow('Invalid login credentials')
    expect(await isValid(token)).toBe(true)
  })

  it('keeps imported tickets and removes credentials', async () => {
    const email = freshEmail()
    await signUp(email, {}, 'Stranger1')
    const [user] = await db<{ id: string }[]>`select id from auth.users where email = ${email}`
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      values ('Imported', 'From the old system', ${user?.id ?? ''}, ${user?.id ?? ''})`
    expect(await prepare(await invite(email))).toBe(false)
    const [left] = await db`select encrypted_password,
        (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
      from auth.users u where email = ${email}`
    expect(left).toEqual({ encrypted_password: null, identities: 0 })
  })

  it('gets a staff role from an admin only once confirmed', async () => {
    const email = freshEmail()
    await signUp(email, {}, 'Stranger1')
    const [target] = await db<{ id: string }[]>`select id from auth.users where email = ${email}`
    const { client } = people.admin
    for (const new_role of ['agent', 'admin'])
      expectError(
        await client.rpc('set_user_role', { target: target?.id, new_role }),
        'email_unconfirmed',
        'This person has not confirmed their email address yet. Send them an invite instead.',
      )
    const { error } = await client.functions.invoke('update-user-role', {
      body: { userId: target?.id, role: 'agent' },
    })
    expect(error.context.status).toBe(409)
    expect(await error.context.json()).toMatchObject({ code: 'email_unconfirmed' })
    const listed = await client.rpc('list_users', { query: email })
    expect(listed.data).toMatchObject([{ is_confirmed: false, role: 'customer' }])
    await confirm(email)
    expect((await client.rpc('set_user_role', { target: target?.id, new_role: 'agent' })).error).toBeNull()
    expect((await client.rpc('list_users', { query: email })).data).toMatchObject([{ is_confirmed: true }])
  })
})
