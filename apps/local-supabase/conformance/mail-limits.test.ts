import { clientAs, createUser, DEMO_PASSWORD, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMachine, statuses, times } from './machine'

let stack: Stack
let small: Stack
beforeAll(async () => {
  const [one, other] = [
    'address_mails=3,network_mails=6,recipient_mails=2,social_sign_ins=3',
    'stranger_mails=4,email_sent=6',
  ].map((limits) => startStack({ env: { HELPDESK_RATE_LIMITS: limits } }))
  if (one && other) [stack, small] = await Promise.all([one, other])
}, 90_000)
afterAll(async () => void (await Promise.all([stack?.stop(), small?.stop()])))

type Machine = ReturnType<typeof newMachine>
const machine = () => newMachine(stack)
const signUp = (ask: Machine, email: string) =>
  ask('POST', '/auth/v1/signup', { email, password: DEMO_PASSWORD })
const recover = (ask: Machine, email: string) => ask('POST', '/auth/v1/recover', { email })

describe('mails to strangers', () => {
  it('are limited per address and per subnet', async () => {
    const sender = newMachine(stack, { address: '127.9.9.1' })
    const flood = await times(4, (n) => signUp(sender, `flood-${n}@example.com`))
    expect(statuses(flood)).toEqual([200, 200, 200, 429])
    expect(flood[3]?.code).toBe('over_email_send_rate_limit')
    const near = await times(4, (n) =>
      signUp(newMachine(stack, { address: `127.9.9.${n + 2}` }), `near-${n}@example.com`),
    )
    expect(statuses(near)).toEqual([200, 200, 200, 429])
    expect((await signUp(newMachine(stack, { address: '127.9.8.1' }), 'far@example.com')).status).toBe(200)
  })

  it('leave a reserve of the project’s mails to known accounts', async () => {
    const from = () => newMachine(small)
    await createUser(small, { email: 'known@example.com' })
    const newcomers = await times(4, (n) => signUp(from(), `new-${n}@example.com`))
    expect(statuses(newcomers)).toEqual([200, 200, 200, 200])
    for (const email of ['late@example.com', 'known@example.com'])
      expect((await signUp(from(), email)).code).toBe('over_email_send_rate_limit')
    for (const email of ['unknown@example.com', 'known@example.com'])
      expect((await recover(from(), email)).status).toBe(200)
    expect(await small.mails('known@example.com')).toHaveLength(1)
  })
})

describe('mails to one account', () => {
  it('are limited on request of strangers; the latest link works, and a known device gets more', async () => {
    const email = 'bombed@example.com'
    await createUser(stack, { email })
    const laptop = newMachine(stack)
    await laptop('POST', '/auth/v1/token?grant_type=password', { email, password: DEMO_PASSWORD })
    expect(statuses(await times(4, () => recover(machine(), email)))).toEqual([200, 200, 200, 200])
    expect(await stack.mails(email)).toHaveLength(2)
    expect((await recover(laptop, email)).status).toBe(200)
    const mails = await stack.mails(email)
    expect(mails).toHaveLength(3)
    const token_hash = /token_hash=([0-9a-f]+)/.exec(mails[0]?.text ?? '')?.[1]
    expect((await machine()('POST', '/auth/v1/verify', { type: 'recovery', token_hash })).status).toBe(200)
  })
})

describe('a change of the address beyond its limit of mails', () => {
  it('keeps the latest mailed link valid', async () => {
    const email = 'next@example.com'
    await createUser(stack, { email: 'mover@example.com' })
    const { auth } = await clientAs(stack, 'mover@example.com')
    const token = (await auth.getSession()).data.session?.access_token ?? ''
    const change = (ask: Machine) => ask('PUT', '/auth/v1/user', { email }, token)
    const afar = (n: number) => newMachine(stack, { address: `127.8.${n}.1` })
    expect(statuses(await times(3, (n) => change(afar(n))))).toEqual([200, 200, 200])
    const mails = await stack.mails(email)
    expect(mails).toHaveLength(2)
    const token_hash = /token_hash=([0-9a-f]+)/.exec(mails[0]?.text ?? '')?.[1]
    const verified = await afar(4)('POST', '/auth/v1/verify', { type: 'email_change', token_hash })
    expect(verified.status).toBe(200)
  })
})

describe('abandoned social sign-ins', () => {
  it('are limited per address, and deleted when they expire', async () => {
    const db = sql(stack)
    const begin = (ask: Machine) => ask('GET', '/auth/v1/authorize?provider=github')
    const flood = machine()
    expect(statuses(await times(4, () => begin(flood)))).toEqual([303, 303, 303, 429])
    expect((await begin(machine())).status).toBe(303)
    expect(await db`select 1 from auth.flow_state`).toHaveLength(4)
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    await createUser(stack, { email: 'flow@example.com' })
    await machine()('POST', '/auth/v1/recover', { email: 'flow@example.com', ...challenge })
    await db`update auth.flow_state set created_at = now() - interval '30 minutes'`
    await begin(machine())
    const left = await db`select authentication_method as method from auth.flow_state order by 1`
    expect(left.map(({ method }) => method)).toEqual(['oauth', 'recovery'])
    await db`update auth.flow_state set created_at = now() - interval '2 hours'`
    await begin(machine())
    expect(await db`select 1 from auth.flow_state`).toHaveLength(1)
    await db.end()
  })
})
