import { randomUUID } from 'node:crypto'
import { anonClient, clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, stack, type TestUsers } from './support/backend'
import { inviteHelpers } from './support/invites'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const { freshEmail, invite, signUp, confirm } = inviteHelpers(() => people)

/** What Auth writes when it mails another link. */
const mailAgain = (email: string) =>
  db`update auth.users set confirmation_sent_at = now() + interval '1 minute' where email = ${email}`
const mailReset = (email: string) => db`update auth.users set recovery_sent_at = now() where email = ${email}`
const account = async (email: string) => {
  const [row] = await db<
    { id: string }[]
  >`select u.id, u.encrypted_password is not null as password, p.name, p.role,
      u.raw_user_meta_data ->> 'full_name' as full_name, u.raw_user_meta_data ->> 'role' as shown_role,
      (select array_agg(i.provider || ':' || coalesce(i.identity_data ->> 'full_name', '') order by i.provider)
        from auth.identities i where i.user_id = u.id) as identities
    from auth.users u join public.profiles p using (id) where u.email = ${email}`
  return row
}

describe('an unconfirmed account', () => {
  it('keeps the password and the name of its sign-up with the first mail', async () => {
    const email = freshEmail()
    await signUp(email, {})
    expect(await account(email)).toMatchObject({
      password: true,
      name: 'Nora New',
      identities: ['email:Nora New'],
    })
  })

  it('loses both with the second mail', async () => {
    const email = freshEmail()
    await signUp(email, { company: 'Stranger Ltd' })
    await mailAgain(email)
    expect(await account(email)).toMatchObject({
      password: false,
      name: email.split('@')[0],
      full_name: null,
      role: 'customer',
      shown_role: 'customer',
      identities: ['email:'],
    })
    expect(
      await db`select from auth.users where email = ${email} and raw_user_meta_data ? 'company'`,
    ).toEqual([])
  })

  it('loses both, and providers that did not verify the address, with a reset mail', async () => {
    const email = freshEmail()
    await signUp(email, {})
    const { id = '' } = (await account(email)) ?? {}
    for (const [provider, email_verified] of [
      ['github', false],
      ['google', true],
    ] as const)
      await db`insert into auth.identities (provider, provider_id, user_id, identity_data)
        values (${provider}, ${randomUUID()}, ${id}, ${db.json({ sub: id, email, email_verified })})`
    await mailReset(email)
    expect(await account(email)).toMatchObject({ password: false, identities: ['email:', 'google:'] })
  })

  it('keeps both when it signed up with its invite', async () => {
    const email = freshEmail()
    await signUp(email, { full_name: 'Ines Invited', invite_token: await invite(email) })
    await mailAgain(email)
    expect(await account(email)).toMatchObject({ password: true, name: 'Ines Invited', role: 'agent' })
  })

  it('keeps both once confirmed', async () => {
    const email = freshEmail()
    await signUp(email, {})
    await confirm(email)
    await mailAgain(email)
    await mailReset(email)
    expect(await account(email)).toMatchObject({ password: true, name: 'Nora New' })
  })
})

describe('an account created by staff', () => {
  it('keeps its name, and needs a password after the link', async () => {
    const email = freshEmail()
    const opened = await people.agent.client.rpc('open_ticket_for', {
      requester_email: email,
      requester_name: 'Phil Phone',
      subject: 'Called',
      description: 'The printer is on fire.',
    })
    expect(opened.error).toBeNull()
    expect((await signUp(email, { full_name: 'Mallory' }, 'Stranger1')).error).toBeNull()
    await mailAgain(email)
    // Sets a known token, because only its hash is stored.
    await db`update auth.one_time_tokens set token_hash = encode(sha256(${email}::bytea), 'hex')
      where user_id = (select id from auth.users where email = ${email})`
    const browser = anonClient(stack)
    expect((await browser.auth.verifyOtp({ token_hash: email, type: 'email' })).error).toBeNull()
    expect(await account(email)).toMatchObject({ password: false, name: 'Phil Phone' })
    expect((await browser.rpc('needs_password')).data).toBe(true)
    expect((await browser.auth.updateUser({ password: 'MyOwnPass1' })).error).toBeNull()
    expect((await browser.rpc('needs_password')).data).toBe(false)
    await clientAs(stack, email, 'MyOwnPass1')
  })
})

describe('needs_password', () => {
  it('is true without a password, unless a provider signs in', async () => {
    const { id, client } = await createUser('customer', 'Cleo Customer')
    const needs = async () => (await client.rpc('needs_password')).data
    expect(await needs()).toBe(false)
    await db`update auth.users set encrypted_password = '' where id = ${id}`
    expect(await needs()).toBe(true)
    await db`insert into auth.identities (provider, provider_id, user_id) values ('github', ${id}, ${id})`
    expect(await needs()).toBe(false)
  })
})
