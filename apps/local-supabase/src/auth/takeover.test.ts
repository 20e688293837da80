import {
  anonClient,
  browserClient,
  clientAs,
  createUser,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMachine, statuses, times } from '../../conformance/machine'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty', env: { HELPDESK_RATE_LIMITS: 'account_mails=50' } })
})
afterAll(async () => {
  await stack?.stop()
})

const linkTo = async (email: string): Promise<string> =>
  /https?:\/\/\S+/.exec((await stack.mails(email))[0]?.text ?? '')?.[0] ?? ''
const open = async (link: string): Promise<URL> => {
  const response = await fetch(link, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}
/** Redeems the link of a mail in that browser. */
const redeem = (browser: ReturnType<typeof anonClient>, link: string) => {
  const { searchParams } = new URL(link)
  const type = searchParams.get('type') === 'email_change' ? 'email_change' : 'email'
  return browser.auth.verifyOtp({ token_hash: searchParams.get('token_hash') ?? '', type })
}
const signsIn = async (email: string, password: string) =>
  (await anonClient(stack).auth.signInWithPassword({ email, password })).error?.code ?? 'in'
/** From an address of its own, because two mails for one e-mail address and source must be a second apart. */
const signUpElsewhere = async (email: string, password: string, data: object = {}) =>
  (await newMachine(stack)('POST', '/auth/v1/signup', { email, password, data })).status

const needsPassword = async (browser: ReturnType<typeof anonClient>) => {
  const { data, error } = await browser.rpc('needs_password')
  if (error) throw error
  return data
}

describe('a sign-up for the address of somebody else', () => {
  it('does not confirm the password and the name that a stranger set first', async () => {
    const email = 'victim@example.com'
    expect(await signUpElsewhere(email, 'Stranger1', { full_name: 'Stan Stranger' })).toBe(200)
    const first = await linkTo(email)
    const browser = browserClient(stack)
    expect((await browser.auth.signUp({ email, password: 'MyOwnPass1' })).error).toBeNull()
    expect((await redeem(anonClient(stack), first)).error?.code).toBe('otp_expired')
    const { data } = await redeem(browser, await linkTo(email))
    expect(data.user?.email).toBe(email)
    expect(JSON.stringify(data.user)).not.toContain('Stan')
    expect((await browser.from('profiles').select('name').single()).data).toEqual({ name: 'victim' })
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
    expect(await needsPassword(browser)).toBe(true)
    expect((await browser.auth.updateUser({ password: 'MyOwnPass1' })).error).toBeNull()
    expect(await needsPassword(browser)).toBe(false)
    expect(await signsIn(email, 'MyOwnPass1')).toBe('in')
  })

  it('does not confirm the password that a stranger set later', async () => {
    const email = 'earlier@example.com'
    await anonClient(stack).auth.signUp({ email, password: 'MyOwnPass1' })
    expect(await signUpElsewhere(email, 'Stranger1')).toBe(200)
    expect((await redeem(anonClient(stack), await linkTo(email))).error).toBeNull()
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
  })

  it('does not confirm it by a reset link that the owner leaves unused', async () => {
    const email = 'forgetful@example.com'
    expect(await signUpElsewhere(email, 'Stranger1')).toBe(200)
    expect((await anonClient(stack).auth.resetPasswordForEmail(email)).error).toBeNull()
    const token_hash = new URL(await linkTo(email)).searchParams.get('token_hash') ?? ''
    const { data } = await anonClient(stack).auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(data.user?.email).toBe(email)
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
  })

  it('confirms the password of an address that signed up once', async () => {
    const email = 'once@example.com'
    await anonClient(stack).auth.signUp({
      email,
      password: 'MyOwnPass1',
      options: { data: { full_name: 'Una Once' } },
    })
    const browser = anonClient(stack)
    expect((await redeem(browser, await linkTo(email))).error).toBeNull()
    expect(await needsPassword(browser)).toBe(false)
    expect((await browser.from('profiles').select('name').single()).data).toEqual({ name: 'Una Once' })
    expect(await signsIn(email, 'MyOwnPass1')).toBe('in')
  })

  it('changes nothing about a confirmed account', async () => {
    await createUser(stack, { email: 'settled@example.com' })
    await anonClient(stack).auth.signUp({ email: 'settled@example.com', password: 'Stranger1' })
    expect(await signsIn('settled@example.com', 'Demo1234')).toBe('in')
  })
})

describe('a change of address begun by a stranger', () => {
  it('is cancelled by a new password', async () => {
    const email = 'left-open@example.com'
    const { id } = await createUser(stack, { email })
    const session = await clientAs(stack, email)
    await session.auth.updateUser({ email: 'stranger@example.com' })
    const link = await linkTo('stranger@example.com')
    expect(link).toContain('email_change')
    expect((await session.auth.updateUser({ password: 'MyOwnPass1' })).error).toBeNull()
    expect((await redeem(anonClient(stack), link)).error?.code).toBe('otp_expired')
    const db = sql(stack)
    const [user] = await db`select email, email_change from auth.users where id = ${id}`
    await db.end()
    expect(user).toEqual({ email, email_change: null })
  })
})

describe('a redirect target that contains a session', () => {
  it('loses that session', async () => {
    const planted = `${stack.url}/auth/callback#access_token=planted&refresh_token=planted`
    const query = new URLSearchParams({ provider: 'github', redirect_to: planted })
    const page = await open(`${stack.url}/auth/v1/authorize?${query}`)
    const state = page.searchParams.get('state') ?? ''
    const body = new URLSearchParams({ state, email: 'octo@example.com', answer: 'allow' })
    const consent = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    const target = await open(consent.headers.get('location') ?? '')
    expect(target.hash).toMatch(/^#access_token=ey/)
    expect(target.hash).not.toContain('planted')
  })
})

describe('a sign-up for a confirmed address', () => {
  const signUp = (email: string, data: object = {}) =>
    anonClient(stack).auth.signUp({
      email,
      password: 'Stranger1',
      options: { data: { full_name: 'Kay Known', ...data } },
    })

  it('mails the owner how to sign in', async () => {
    const email = 'known@example.com'
    await createUser(stack, { email })
    const { data, error } = await signUp(email)
    expect(error).toBeNull()
    expect(data.user?.identities).toEqual([])
    const [mail, ...more] = await stack.mails(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('You already have an account')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`${stack.url}/auth/login`)
      expect(part).toContain(`${stack.url}/auth/reset-password`)
      expect(part).not.toMatch(/token|code=/)
    }
  })

  it('mails the owner at most three times an hour, which does not block the reset mail', async () => {
    const email = 'flooded@example.com'
    await createUser(stack, { email })
    const body = { email, password: 'Stranger1', data: { full_name: 'Kay Known' } }
    const answers = await times(5, () => newMachine(stack)('POST', '/auth/v1/signup', body))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200])
    expect(await stack.mails(email)).toHaveLength(3)
    expect((await anonClient(stack).auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await stack.mails(email))[0]?.subject).toBe('Reset your password')
  })

  it('leaves an invite for the address unused', async () => {
    const email = 'invited@example.com'
    await createUser(stack, { email })
    const admin = await createUser(stack, { email: 'admin@example.org', role: 'admin', name: 'Amy' })
    const db = sql(stack)
    const token = '3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e5f'
    await db`insert into public.invites (email, role, token_hash, created_by)
      values (${email}, 'agent', private.hash_token(${token}), ${admin.id})`
    expect((await signUp(email, { invite_token: token })).data.user?.identities).toEqual([])
    const [invite] = await db`select used_at from public.invites where email = ${email}`
    await db.end()
    expect(invite).toEqual({ used_at: null })
    const wrong = { invite_token: '3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e50' }
    const answers = await Promise.all([signUp('free@example.com', wrong), signUp('admin@example.org', wrong)])
    expect(answers.map(({ error }) => error?.status)).toEqual([500, undefined])
  })
})
