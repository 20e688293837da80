import { randomUUID } from 'node:crypto'
import { clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { inviteHelpers } from './support/invites'
import {
  createUsers,
  type TestUsers,
  db,
  expectSignedOut,
  createUser,
  type TestUser,
  stack,
} from './support/backend'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const { freshEmail, invite, accept, isValid, roleOf, signUp, confirm } = inviteHelpers(() => people)
const move = (who: TestUser, email: string) => db`update auth.users set email = ${email} where id = ${who.id}`
const signsIn = (email: string, password = 'Demo1234') =>
  clientAs(stack, email, password).then(
    () => true,
    () => false,
  )
const sessionsOf = async ({ id }: TestUser) =>
  (await db<{ n: number }[]>`select count(*)::int as n from auth.sessions where user_id = ${id}`)[0]?.n

describe('an account that takes an invited address', () => {
  it('loses its password, its sessions and identities of other addresses', async () => {
    const otherCustomer = await createUser('customer', 'Stan Stranger')
    const email = freshEmail()
    const identity = (of: string, email_verified = true) => db`
      insert into auth.identities (provider, provider_id, user_id, identity_data)
      values ('google', ${randomUUID()}, ${otherCustomer.id}, ${db.json({ sub: of, email: of, email_verified })})`
    await identity(otherCustomer.email)
    await identity(email, false)
    await identity(email)
    const token = await invite(email)
    await move(otherCustomer, email)
    expect(await signsIn(email)).toBe(false)
    expectSignedOut(await accept(otherCustomer, token))
    const left = await db`select identity_data ->> 'email' as email from auth.identities
      where user_id = ${otherCustomer.id} and provider = 'google'`
    expect([...left]).toEqual([{ email }])
    expect(await isValid(token)).toBe(true)
  })

  it('loses them even if it was created with an invite to its former address', async () => {
    const former = freshEmail()
    await signUp(former, { invite_token: await invite(former) })
    await confirm(former)
    expect(await signsIn(former)).toBe(true)
    const email = freshEmail()
    await invite(email, 'admin')
    await db`update auth.users set email = ${email} where email = ${former}`
    expect(await signsIn(email)).toBe(false)
  })

  it('keeps them if the address is not invited', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const email = freshEmail()
    await move(customer, email)
    expect(await signsIn(email)).toBe(true)
    expect(await roleOf(customer)).toBe('customer')
    expect(await sessionsOf(customer)).toBe(2)
  })
})

describe('an accepted invite', () => {
  it('ends other sessions and a pending email change', async () => {
    const customer = await createUser('customer', 'Cleo Customer')
    const elsewhere = await clientAs(stack, customer.email)
    await customer.client.auth.updateUser({ email: freshEmail() })
    // Sets a known token, because only its hash is stored.
    await db`update auth.one_time_tokens set token_hash = encode(sha256(${customer.id}::bytea), 'hex')
      where user_id = ${customer.id}`
    expect((await accept(customer, await invite(customer.email))).error).toBeNull()
    expect(await sessionsOf(customer)).toBe(1)
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    expect((await customer.client.from('profiles').select('id').eq('id', customer.id)).data).toHaveLength(1)
    const [user] = await db`select coalesce(email_change, '') as email_change,
        coalesce(email_change_token_new, '') as token, encrypted_password is not null as password
      from auth.users where id = ${customer.id}`
    expect(user).toEqual({ email_change: '', token: '', password: true })
    const opened = await people.visitor.auth.verifyOtp({ token_hash: customer.id, type: 'email_change' })
    expect(opened.error?.code).toBe('otp_expired')
    expect((await customer.client.auth.getUser()).data.user?.email).toBe(customer.email)
  })

  it('removes password, second factors and providers of a former address, unless the password was just used', async () => {
    const acceptBy = async (method: string) => {
      const customer = await createUser('customer', 'Cleo Customer')
      await db`update auth.users set email_change_sent_at = now() where id = ${customer.id}`
      await db`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${customer.id}, 'Phone', 'totp', 'verified', now(), now())`
      await db`insert into auth.identities (provider, provider_id, user_id, identity_data)
        values ('google', ${randomUUID()}, ${customer.id}, '{"email": "former@example.com", "email_verified": true}')`
      const [session] = await db`select id from auth.sessions where user_id = ${customer.id}`
      const token = await invite(customer.email)
      await db.begin(async (tx) => {
        const claims = { sub: customer.id, role: 'authenticated', session_id: session?.id, amr: [{ method }] }
        await tx`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
        await tx`select public.accept_invite(${token})`
      })
      const [left] =
        await db`select (select count(*)::int from auth.mfa_factors where user_id = ${customer.id}) as factors,
        (select count(*)::int from auth.identities where user_id = ${customer.id}) as identities`
      return { ...left, signsIn: await signsIn(customer.email) }
    }
    expect(await acceptBy('otp')).toEqual({ signsIn: false, factors: 0, identities: 1 })
    expect(await acceptBy('password')).toEqual({ signsIn: true, factors: 1, identities: 2 })
  })
})

describe('lookup of an address', () => {
  it('uses an index', async () => {
    const address = freshEmail()
    const token = await invite(address)
    await rolledBack(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into auth.users (id, email, email_confirmed_at, is_sso_user)
        select gen_random_uuid(), 'many' || n || '@example.org', now(), false from generate_series(1, 20000) n`
      await tx`insert into public.profiles (id, name, email)
        select id, 'One Of Many', email from auth.users where email like 'many%@example.org'`
      await tx`set local session_replication_role = origin`
      await tx`analyze auth.users, public.profiles`
      const scans = async () =>
        (
          await tx<{ n: number }[]>`select sum(seq_scan)::int as n from pg_stat_xact_user_tables
          where (schemaname, relname) in (('auth', 'users'), ('public', 'profiles'))`
        )[0]?.n
      const before = await scans()
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.admin.id })}, true)`
      await tx`select public.create_invite(${freshEmail()}, 'agent')`
      await tx`select public.prepare_invited_sign_up(${token})`
      expect(await scans()).toBe(before)
    })
  })
})
