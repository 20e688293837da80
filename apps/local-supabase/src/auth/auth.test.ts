import {
  anonClient,
  browserClient,
  clientAs,
  createUser,
  serviceClient,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
})
afterAll(async () => {
  await stack?.stop()
})

async function linkTo(email: string, subject: string): Promise<string> {
  const [mail] = await stack.mails(email)
  expect(mail?.subject).toBe(subject)
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Redeems a mail's token by a link of the server, as mails had it before: the portal's clients use `verifyOtp`. */
async function follow(link: string): Promise<URL> {
  const { searchParams } = new URL(link)
  const type = searchParams.get('type') ?? ''
  const query = new URLSearchParams({
    token: searchParams.get('token_hash') ?? '',
    type: type === 'email' ? 'signup' : type,
    redirect_to: searchParams.get('redirect_to') ?? `${stack.url}${new URL(link).pathname}`,
  })
  const response = await fetch(`${stack.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

const password = 'Demo1234'
const newcomer = { email: 'newcomer@example.com', password }

describe('sign-up', () => {
  it('mails a link that ends in a session, and counts once', async () => {
    const client = browserClient(stack)
    const { data, error } = await client.auth.signUp({
      ...newcomer,
      options: { data: { full_name: 'New Comer' }, emailRedirectTo: `${stack.url}/auth/callback` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.identities).toHaveLength(1)

    const early = await anonClient(stack).auth.signInWithPassword(newcomer)
    expect(early.error?.code).toBe('email_not_confirmed')
    const wrong = await anonClient(stack).auth.signInWithPassword({ ...newcomer, password: 'Wrong123' })
    expect(wrong.error?.message).toBe('Invalid login credentials')

    const link = await linkTo(newcomer.email, 'Confirm your email address')
    const target = await follow(link)
    expect(target.pathname).toBe('/auth/callback')
    const exchanged = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe(newcomer.email)
    expect(exchanged.data.user?.user_metadata.full_name).toBe('New Comer')

    const again = await follow(link)
    expect(again.searchParams.get('error')).toBe('access_denied')
    expect(again.searchParams.get('error_code')).toBe('otp_expired')
    expect(again.searchParams.get('error_description')).toBe('Email link is invalid or has expired')
  })

  it('refuses a code with another verifier', async () => {
    const client = browserClient(stack)
    await client.auth.signUp({ email: 'verifier@example.com', password })
    const target = await follow(await linkTo('verifier@example.com', 'Confirm your email address'))
    const other = browserClient(stack)
    await other.auth.signUp({ email: 'verifier2@example.com', password })
    const { error } = await other.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error?.code).toBe('bad_code_verifier')
  })

  it('refuses a zero byte, which the database keeps in no text, before it gets there', async () => {
    for (const [path, body] of [
      ['token?grant_type=refresh_token', { refresh_token: 'a\0b' }],
      ['signup', { email: 'zero@example.com', password, data: { full_name: '\0' } }],
      ['signup', { email: 'zero@example.com', password, data: { 'full\0name': 'x' } }],
    ] as const) {
      const { status } = await fetch(`${stack.url}/auth/v1/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { apikey: stack.publishableKey },
      })
      expect(status).toBe(400)
    }
  })

  it('names the reasons of a weak password', async () => {
    const { error } = await anonClient(stack).auth.signUp({ email: 'weak@example.com', password: 'abc' })
    expect(error?.code).toBe('weak_password')
    expect(error && 'reasons' in error ? error.reasons : []).toEqual(['length', 'characters'])
  })

  it('sends nobody to a foreign address', async () => {
    const client = browserClient(stack)
    await client.auth.signUp({
      email: 'redirect@example.com',
      password,
      options: { emailRedirectTo: 'https://evil.example/steal' },
    })
    const target = await follow(await linkTo('redirect@example.com', 'Confirm your email address'))
    expect(target.origin).toBe(stack.url)
  })
})

describe('session', () => {
  it('refreshes, lets a double refresh pass and ends with sign-out', async () => {
    await createUser(stack, { email: 'session@example.com' })
    const client = await clientAs(stack, 'session@example.com')
    const first = (await client.auth.getSession()).data.session
    const token = first?.refresh_token ?? ''
    const [one, two] = await Promise.all([
      anonClient(stack).auth.refreshSession({ refresh_token: token }),
      anonClient(stack).auth.refreshSession({ refresh_token: token }),
    ])
    expect(one.error).toBeNull()
    expect(two.data.session?.refresh_token).toBe(one.data.session?.refresh_token)
    await client.auth.signOut()
    const gone = await anonClient(stack).auth.refreshSession({
      refresh_token: one.data.session?.refresh_token ?? '',
    })
    expect(gone.error?.code).toBe('refresh_token_not_found')
    const user = await anonClient(stack).auth.getUser(first?.access_token)
    expect(user.error?.code ?? user.error?.name).toMatch(/session_not_found|AuthSessionMissing/)
  })

  it('resets a password through the mail', async () => {
    await createUser(stack, { email: 'forgot@example.com' })
    const client = browserClient(stack)
    await client.auth.resetPasswordForEmail('forgot@example.com', {
      redirectTo: `${stack.url}/auth/reset-password`,
    })
    const target = await follow(await linkTo('forgot@example.com', 'Reset your password'))
    expect(target.pathname).toBe('/auth/reset-password')
    await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const same = await client.auth.updateUser({ password })
    expect(same.error?.code).toBe('same_password')
    const { error } = await client.auth.updateUser({ password: 'Fresh5678' })
    expect(error).toBeNull()
    expect(await clientAs(stack, 'forgot@example.com', 'Fresh5678')).toBeTruthy()
    const unknown = await anonClient(stack).auth.resetPasswordForEmail('nobody@example.com')
    expect(unknown.error).toBeNull()
    expect(await stack.mails('nobody@example.com')).toEqual([])
  })
})

describe('a change of the address', () => {
  it('is confirmed by the mail to the new one; one that is taken gets none', async () => {
    for (const name of ['mover', 'owner']) await createUser(stack, { email: `${name}@example.com` })
    const client = await clientAs(stack, 'mover@example.com')
    expect((await client.auth.updateUser({ email: 'owner@example.com' })).error).toBeNull()
    expect(await stack.mails('owner@example.com')).toEqual([])
    expect((await client.auth.updateUser({ email: 'moved@example.com' })).error).toBeNull()
    await follow(await linkTo('moved@example.com', 'Confirm your new email address'))
    expect((await client.auth.getUser()).data.user?.email).toBe('moved@example.com')
  })
})

describe('admin API', () => {
  it('manages users with the secret key and refuses everybody else', async () => {
    const admin = serviceClient(stack).auth.admin
    const { id } = await createUser(stack, { email: 'managed@example.com' })
    const client = await clientAs(stack, 'managed@example.com')
    expect((await client.auth.admin.listUsers()).error?.code).toBe('not_admin')
    expect((await admin.listUsers({ perPage: 1 })).data.users).toHaveLength(1)
    expect((await admin.getUserById(id)).data.user?.email).toBe('managed@example.com')

    await admin.updateUserById(id, { ban_duration: '1h' })
    const banned = await anonClient(stack).auth.signInWithPassword({ email: 'managed@example.com', password })
    expect(banned.error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect(await clientAs(stack, 'managed@example.com')).toBeTruthy()

    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  })
})
