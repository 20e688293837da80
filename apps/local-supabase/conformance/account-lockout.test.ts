import { createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAddress, newMachine, statuses, times } from './machine'

let stack: Stack
beforeAll(async () => {
  const limits = 'account_failures=3,account_verifications=3,account_mails=3,email_sent=8'
  stack = await startStack({ env: { HELPDESK_RATE_LIMITS: limits } })
}, 90_000)
afterAll(() => stack?.stop())

type Machine = ReturnType<typeof newMachine>
const signIn = (ask: Machine, email: string, password = DEMO_PASSWORD) =>
  ask('POST', '/auth/v1/token?grant_type=password', { email, password })
const recover = (ask: Machine, email: string) => ask('POST', '/auth/v1/recover', { email })
const token = async (email: string) =>
  /token_hash=([0-9a-f]+)/.exec((await stack.mails(email))[0]?.text ?? '')?.[1] ?? ''

describe('an account under attack from other devices', () => {
  it('accepts its owner from a known device and a known address', async () => {
    const email = 'owner@example.com'
    await createUser(stack, { email })
    const address = newAddress()
    const laptop = newMachine(stack, { address })
    expect((await signIn(laptop, email)).status).toBe(200)

    const stranger = newMachine(stack)
    const guesses = await times(4, () => signIn(stranger, email, 'Wrong1234'))
    expect(statuses(guesses)).toEqual([400, 400, 400, 429])
    expect((await signIn(stranger, email)).status).toBe(429)

    expect((await signIn(laptop, email)).status).toBe(200)
    expect((await signIn(newMachine(stack, { address }), email)).status).toBe(200)
  })

  it('accepts a known device behind the address of the attacker', async () => {
    const email = 'office@example.com'
    await createUser(stack, { email })
    const address = newAddress()
    const laptop = newMachine(stack, { address })
    expect((await signIn(laptop, email)).status).toBe(200)
    const colleague = newMachine(stack, { address })
    await times(3, () => signIn(colleague, email, 'Wrong1234'))
    expect((await signIn(colleague, email)).status).toBe(429)
    expect((await signIn(laptop, email)).status).toBe(200)
    // The device has its own limit.
    expect(statuses(await times(4, () => signIn(laptop, email, 'Wrong1234')))).toEqual([400, 400, 400, 429])
  })

  it('sends a reset mail despite requests from strangers', async () => {
    const email = 'reset@example.com'
    await createUser(stack, { email })
    expect(statuses(await times(4, () => recover(newMachine(stack), email)))).toEqual([200, 200, 200, 200])
    expect((await recover(newMachine(stack), email)).status).toBe(200)
    const link = { type: 'recovery', token_hash: await token(email) }
    expect((await newMachine(stack)('POST', '/auth/v1/verify', link)).status).toBe(200)
  })

  it('accepts its owner’s token despite wrong ones of strangers', async () => {
    const email = 'otp@example.com'
    await createUser(stack, { email })
    await recover(newMachine(stack), email)
    const verify = (ask: Machine, sent: string) =>
      ask('POST', '/auth/v1/verify', { type: 'recovery', email, token: sent })
    const stranger = newMachine(stack)
    expect(statuses(await times(4, (n) => verify(stranger, `${n}`)))).toEqual([403, 403, 403, 429])
    expect((await verify(newMachine(stack), await token(email))).status).toBe(200)
  })
})

describe('the mails of the whole project', () => {
  it('are not used up by resets and resends for unknown addresses', async () => {
    const stranger = newMachine(stack)
    const unknown = await times(12, (n) => recover(stranger, `unknown-${n}@example.com`))
    expect(statuses(unknown)).not.toContain(429)
    await times(12, (n) =>
      stranger('POST', '/auth/v1/resend', { type: 'signup', email: `unknown-${n}@example.com` }),
    )
    const newcomer = { email: 'newcomer@example.com', password: DEMO_PASSWORD }
    expect((await newMachine(stack)('POST', '/auth/v1/signup', newcomer)).status).toBe(200)
    expect(await stack.mails(newcomer.email)).toHaveLength(1)
  })
})
