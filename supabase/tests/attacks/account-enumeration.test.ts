import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { cast, type Cast, db, type Person, person } from '../support/world'
import { fresh, nobody, request } from './support/scene'
import { retireAfterwards } from './support/retire'

retireAfterwards()

/** Somebody asks about an address without being let in: what comes back must not say whether there is an account. */
const wrong = 'Wrong1234'
const post = (path: string, body: object, who?: Person) =>
  request(who, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
const signUp = (email: string, data: object = { full_name: 'Pat Example' }) =>
  post('signup', { email, password: DEMO_PASSWORD, data })

const asked: Record<string, (email: string) => ReturnType<typeof request>> = {
  'a sign-in': (email) => post('token?grant_type=password', { email, password: wrong }),
  'a sign-up': (email) => signUp(email),
  'a sign-up with a weak password': (email) => post('signup', { email, password: 'short' }),
  'a sign-up with an invite that is none': (email) => signUp(email, { invite_token: randomUUID() }),
  'a sign-up with an invite that is no token': (email) => signUp(email, { invite_token: 'x' }),
  'a sign-up with a name that is too long': (email) => signUp(email, { full_name: 'x'.repeat(5000) }),
  'a sign-up that asks for a role': (email) => signUp(email, { role: 'admin' }),
  'a reset': (email) => post('recover', { email }),
  'a new confirmation': (email) => post('resend', { email, type: 'signup' }),
  'a link': (email) => post('verify', { email, token: '123456', type: 'signup' }),
  'a recovery link': (email) => post('verify', { email, token: '123456', type: 'recovery' }),
  'a sign-in in capitals': (email) =>
    post('token?grant_type=password', { email: email.toUpperCase(), password: wrong }),
  'a reset in capitals': (email) => post('recover', { email: email.toUpperCase() }),
}

/** Ids, times and the address itself differ in any two answers. */
const plain = (text: string, email: string) =>
  text
    .replaceAll(email, '<email>')
    .replaceAll(email.toUpperCase(), '<email>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

let people: Cast
beforeAll(async () => void (people = await cast()))

/** Accounts of every kind that an address may have. */
const kinds: Record<string, () => Promise<string>> = {
  'a customer': async () => (await person('customer', 'Kim Known')).email,
  'an agent': async () => (await person('agent', 'Kai Known')).email,
  'somebody who has not confirmed': async () => {
    const { id, email } = await person('customer', 'Kip Known')
    await db`update auth.users set email_confirmed_at = null where id = ${id}`
    return email
  },
  'somebody switched off': async () => {
    const { id, email } = await person('customer', 'Kit Known')
    await people.admin.client.rpc('set_user_active', { target: id, active: false })
    return email
  },
  'somebody without a password': async () => {
    const { id, email } = await person('customer', 'Kay Known')
    await db`update auth.users set encrypted_password = null where id = ${id}`
    return email
  },
}

describe.each(Object.entries(asked))('%s', (_, ask) => {
  it.each(Object.keys(kinds))('answers for %s as for an unknown address', async (kind) => {
    const known = (await kinds[kind]?.()) ?? ''
    const unknown = fresh()
    const [yes, no] = [await ask(known), await ask(unknown)]
    expect(yes.status).toBe(no.status)
    expect(plain(yes.text, known)).toBe(plain(no.text, unknown))
    const names = (headers: Headers) => [...headers.keys()].sort()
    expect(names(yes.headers)).toEqual(names(no.headers))
  })
})

it('leaves nothing behind after a sign-up at an existing address', async () => {
  const { email } = await person('customer', 'Kim Known')
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
  // Only the holder of a valid invite to the address is told that it is taken.
  expect((await signUp(email, { invite_token: data?.token })).status).toBe(422)
  expect(await count()).toEqual(before)
})

describe('changing the own address to one', () => {
  const change = async (email: string) => {
    const who = await person('customer', 'Mo Mover')
    const { error } = await who.client.auth.updateUser({ email })
    const { data } = await who.client.auth.getUser()
    const { id, new_email, email: old } = data.user ?? {}
    const row =
      await db`select email_change_token_new is not null as waits from auth.users where id = ${id ?? ''}`
    return { error, new_email: new_email === email, kept: old === who.email, waits: row[0]?.waits }
  }

  it('that is taken answers as for a free one, changes nothing and mails nobody', async () => {
    const taken = people.agent.email
    const answers = [await change(taken), await change(fresh())]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual({ error: null, new_email: true, kept: true, waits: true })
    const [row] = await db`select id from auth.users where email = ${taken}`
    expect(row?.id).toBe(people.agent.id)
  })

  it('that is taken meanwhile fails as with any expired link', async () => {
    const who = await person('customer', 'Mo Mover')
    const email = fresh()
    await who.client.auth.updateUser({ email })
    // As if the link had come: only its hash is stored.
    await db`update auth.users set email_change_token_new = encode(sha256('the link'), 'hex') where id = ${who.id}`
    await db`update auth.users set email = ${email} where id = ${(await person('customer', 'Eve Early')).id}`
    const { status, text } = await post('verify', { token_hash: 'the link', type: 'email_change' })
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
  // The fastest of several: what else the machine does makes an answer slower, never faster.
  const fastest = async (works: (() => Promise<unknown>)[]) => {
    const times: number[] = []
    for (const work of works) times.push(await time(work))
    return Math.min(...times)
  }
  const five = <T>(make: () => T): T[] => Array.from({ length: 5 }, make)

  it.each(['a reset', 'a new confirmation', 'a sign-up'])(
    '%s takes its time for known, waiting and unknown addresses',
    async (what) => {
      const ask = (email: string) => () => asked[what]?.(email) ?? Promise.reject(new Error(what))
      const waiting = five(fresh)
      for (const email of waiting) await signUp(email)
      const known = await Promise.all(five(() => person('customer', 'Tim Timed')))
      const times = [
        await fastest(known.map(({ email }) => ask(email))),
        await fastest(waiting.map(ask)),
        await fastest(five(fresh).map(ask)),
      ]
      // The part that differs is done within a tenth of a second, which all of them take.
      for (const took of times) expect(took).toBeGreaterThan(99)
      expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2)
    },
  )

  it('are equal for taken and free addresses', async () => {
    const mover = await person('customer', 'Mo Mover')
    const change = (email: string) => () => mover.client.auth.updateUser({ email })
    const taken = await Promise.all(five(() => person('customer', 'Tim Timed')))
    expect(await fastest(taken.map(({ email }) => change(email)))).toBeGreaterThan(99)
    expect(await fastest(five(fresh).map(change))).toBeGreaterThan(99)
  })

  it('include hashing for unknown addresses at sign-in', async () => {
    const known = await person('customer', 'Tim Timed')
    const signIn = (email: string) => () =>
      nobody()
        .auth.signInWithPassword({ email, password: wrong })
        .then(({ error }) => expect(error).not.toBeNull())
    const times = [await fastest(five(() => signIn(known.email))), await fastest(five(() => signIn(fresh())))]
    // Without a hash the answer would come in a fraction of the time.
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(2)
  })
})
