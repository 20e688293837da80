import { DEMO_PASSWORD, serviceClient } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, stack, type TestUser, createUser } from '../support/backend'
import { freshEmail, anonymous, request } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

// Where hosted Auth is silent about accounts, so is every response here. It reveals them in answers that the portal's screens
// do not show (hosting.md): the user of a sign-up, `email_exists` for a changed address, `user_banned` at sign-in.
const WRONG_PASSWORD = 'Wrong1234'
const post = (path: string, body: object, who?: TestUser) =>
  request(who, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
const signUp = (email: string, data: object = { full_name: 'Pat Example' }) =>
  post('signup', { email, password: DEMO_PASSWORD, data })

const requests: Record<string, (email: string) => ReturnType<typeof request>> = {
  'a sign-in': (email) => post('token?grant_type=password', { email, password: WRONG_PASSWORD }),
  'a sign-up with a weak password': (email) => post('signup', { email, password: 'short' }),
  'a reset': (email) => post('recover', { email }),
  'a resent confirmation': (email) => post('resend', { email, type: 'signup' }),
  'a link': (email) => post('verify', { email, token: '123456', type: 'signup' }),
  'a recovery link': (email) => post('verify', { email, token: '123456', type: 'recovery' }),
  'a sign-in in capitals': (email) =>
    post('token?grant_type=password', { email: email.toUpperCase(), password: WRONG_PASSWORD }),
  'a reset in capitals': (email) => post('recover', { email: email.toUpperCase() }),
}

/** Replaces ids, times and the address, which differ between responses. */
const normalize = (text: string, email: string) =>
  text
    .replaceAll(email, '<email>')
    .replaceAll(email.toUpperCase(), '<email>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** Accounts in every state. */
const accounts: Record<string, () => Promise<string>> = {
  'a customer': async () => (await createUser('customer', 'Kim Known')).email,
  'an agent': async () => (await createUser('agent', 'Kai Known')).email,
  'an unconfirmed user': async () => {
    const { id, email } = await createUser('customer', 'Kip Known')
    await db`update auth.users set email_confirmed_at = null where id = ${id}`
    return email
  },
  'a user without a password': async () => {
    const { id, email } = await createUser('customer', 'Kay Known')
    await db`update auth.users set encrypted_password = null where id = ${id}`
    return email
  },
}

describe.each(Object.entries(requests))('%s', (_, ask) => {
  it.each(Object.keys(accounts))('answers for %s as for an unknown address', async (kind) => {
    const known = (await accounts[kind]?.()) ?? ''
    const unknown = freshEmail()
    const [yes, no] = [await ask(known), await ask(unknown)]
    expect(yes.status).toBe(no.status)
    expect(normalize(yes.text, known)).toBe(normalize(no.text, unknown))
    const names = (headers: Headers) => [...headers.keys()].sort()
    expect(names(yes.headers)).toEqual(names(no.headers))
  })
})

describe('a deactivated user', () => {
  it.each(['a reset', 'a resent confirmation', 'a link', 'a recovery link'])(
    'looks unknown to %s',
    async (name) => {
      const { id, email } = await createUser('customer', 'Kit Known')
      await people.admin.client.rpc('set_user_active', { target: id, active: false })
      const unknown = freshEmail()
      const [yes, no] = [await requests[name]?.(email), await requests[name]?.(unknown)]
      expect(normalize(yes?.text ?? '', email)).toBe(normalize(no?.text ?? '', unknown))
    },
  )
})

describe('a sign-up with a taken address', () => {
  it('succeeds as with a free one, also for an address that waits for its confirmation', async () => {
    const { email } = await createUser('customer', 'Kim Known')
    const waiting = freshEmail()
    for (const address of [email, waiting]) expect((await signUp(address)).status).toBe(200)
    // A second mail to an address is allowed after a second.
    await expect.poll(async () => (await signUp(waiting)).status, { timeout: 5_000 }).toBe(200)
  })

  it('changes nothing, even with a valid invite', async () => {
    const { email } = await createUser('customer', 'Kim Known')
    const { data } = await people.admin.client
      .rpc('create_invite', { email, role: 'admin' })
      .single<{ token: string }>()
    const count = async () => [
      ...(await db`select count(*)::int as accounts, count(confirmation_token)::int as mails,
      (select count(*)::int from auth.identities) as identities, (select count(*)::int from public.profiles) as profiles,
      (select count(*)::int from public.invites where used_at is not null) as used,
      (select count(*)::int from public.profiles where role = 'admin') as admins from auth.users`),
    ]
    const before = await count()
    expect((await signUp(email, { invite_token: data?.token })).status).toBe(200)
    expect(await count()).toEqual(before)
  })
})

describe('an email change', () => {
  it('to a taken address is refused and changes no account', async () => {
    const taken = people.agent.email
    const who = await createUser('customer', 'Mo Mover')
    expect((await who.client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists')
    const rows = await db`
      select id, email, coalesce(email_change, '') as change from auth.users where email in (${taken}, ${who.email})`
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: people.agent.id, email: taken, change: '' },
        { id: who.id, email: who.email, change: '' },
      ]),
    )
  })

  it('to an address taken meanwhile fails like an expired link', async () => {
    const who = await createUser('customer', 'Mo Mover')
    const email = freshEmail()
    await who.client.auth.updateUser({ email })
    // Known tokens, because only their hashes are stored.
    await db`
      update auth.one_time_tokens set token_hash = encode(sha256(convert_to(token_type::text, 'utf8')), 'hex')
      where user_id = ${who.id}`
    await db`update auth.users set email = ${email} where id = ${(await createUser('customer', 'Eve Early')).id}`
    const open = (token_hash: string) => post('verify', { token_hash, type: 'email_change' })
    expect((await open('email_change_token_current')).status).toBe(200)
    const { status, text } = await open('email_change_token_new')
    expect([status, text.includes('otp_expired')]).toEqual([403, true])
    expect((await who.client.auth.getUser()).data.user?.email).toBe(who.email)
  })
})

describe('response times', () => {
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  /**
   * The minimum of several runs of each kind, because other load only makes responses slower; one run of each in turn,
   * because the load changes.
   */
  const fastest = async (...kinds: (() => Promise<unknown>)[][]) => {
    const times = kinds.map(() => Infinity)
    for (let run = 0; run < 5; run += 1)
      for (const [kind, works] of kinds.entries()) {
        const work = works[run] ?? expect.fail('Each kind has five runs')
        times[kind] = Math.min(times[kind] ?? Infinity, await time(work))
      }
    return times
  }
  const repeatFive = <T>(make: () => T): T[] => Array.from({ length: 5 }, make)

  it.each(['a reset', 'a resent confirmation'])(
    '%s takes equally long for known, unconfirmed and unknown addresses',
    async (what) => {
      const ask = (email: string) => () => requests[what]?.(email) ?? Promise.reject(new Error(what))
      const waiting = repeatFive(freshEmail)
      for (const email of waiting) await signUp(email)
      const known = await Promise.all(repeatFive(() => createUser('customer', 'Tim Timed')))
      const unknown = repeatFive(freshEmail)
      const times = await fastest(
        known.map(({ email }) => ask(email)),
        waiting.map(ask),
        unknown.map(ask),
      )
      // All responses take at least 100 ms, longer than the work that differs.
      for (const took of times) expect(took).toBeGreaterThan(99)
      expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2)
    },
  )

  it('include hashing for unknown addresses at sign-in', async () => {
    const known = await createUser('customer', 'Tim Timed')
    // Hashed with the default cost, unlike passwords of test users.
    await serviceClient(stack).auth.admin.updateUserById(known.id, { password: DEMO_PASSWORD })
    const signIn = (email: string) => () =>
      anonymous()
        .auth.signInWithPassword({ email, password: WRONG_PASSWORD })
        .then(({ error }) => expect(error).not.toBeNull())
    const times = await fastest(
      repeatFive(() => signIn(known.email)),
      repeatFive(() => signIn(freshEmail())),
    )
    // Without hashing, the response would be several times faster.
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2)
  })
})
