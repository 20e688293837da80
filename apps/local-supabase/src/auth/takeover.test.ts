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
/** Two mails to one address are a second apart. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_100))

describe('somebody else’s password on one’s account', () => {
  it('is not confirmed by the person who signs up after a stranger did', async () => {
    const email = 'victim@example.com'
    await anonClient(stack).auth.signUp({ email, password: 'Stranger1' })
    await later()
    const browser = browserClient(stack)
    expect((await browser.auth.signUp({ email, password: 'MyOwnPass1' })).error).toBeNull()
    const { data } = await redeem(browser, await linkTo(email))
    expect(data.user?.email).toBe(email)
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
    expect((await browser.auth.updateUser({ password: 'MyOwnPass1' })).error).toBeNull()
    expect(await signsIn(email, 'MyOwnPass1')).toBe('in')
  })

  it('nor by one who signed up before', async () => {
    const email = 'earlier@example.com'
    await anonClient(stack).auth.signUp({ email, password: 'MyOwnPass1' })
    await later()
    await anonClient(stack).auth.signUp({ email, password: 'Stranger1' })
    expect((await redeem(anonClient(stack), await linkTo(email))).error).toBeNull()
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
  })

  it('who sends the same form twice keeps the password', async () => {
    const again = { email: 'twice@example.com', password: 'MyOwnPass1' }
    await anonClient(stack).auth.signUp(again)
    await later()
    await anonClient(stack).auth.signUp(again)
    expect((await redeem(anonClient(stack), await linkTo(again.email))).error).toBeNull()
    expect(await signsIn(again.email, again.password)).toBe('in')
  })

  it('a sign-up over a confirmed account changes nothing', async () => {
    await createUser(stack, { email: 'settled@example.com' })
    await anonClient(stack).auth.signUp({ email: 'settled@example.com', password: 'Stranger1' })
    expect(await signsIn('settled@example.com', 'Demo1234')).toBe('in')
  })
})

describe('what a stranger began in a session of mine', () => {
  it('ends with a new password: the link to their address leads nowhere', async () => {
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

describe('a redirect that brings a session of its own', () => {
  it('loses it on the way', async () => {
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
