import {
  browserClient,
  anonClient,
  clientAs,
  createUser,
  DEMO_PASSWORD,
  serviceClient,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
}, 90_000)
afterAll(() => stack?.stop())

/** The link of the latest mail, and its arguments for `verifyOtp`. */
async function openLink(email: string) {
  const [mail] = await stack.mails(email)
  const href = /href="([^"]+token_hash=[^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&')
  const link = new URL(href ?? 'about:blank')
  const token_hash = link.searchParams.get('token_hash') ?? ''
  const type = z.enum(['email', 'recovery', 'email_change']).parse(link.searchParams.get('type'))
  return { link, otp: { token_hash, type } }
}

/** Redeems the token through GoTrue's `/verify`, which redirects with a code or an error. */
async function openVerifyLink(email: string, redirectTo: string): Promise<URL> {
  const { otp } = await openLink(email)
  const type = otp.type === 'email' ? 'signup' : otp.type
  const query = new URLSearchParams({ token: otp.token_hash, type, redirect_to: redirectTo })
  const answer = await fetch(`${stack.url}/auth/v1/verify?${query}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? 'about:blank')
}

async function signUp(email: string, data: Record<string, unknown> = { full_name: 'Nora New' }) {
  const client = browserClient(stack)
  const options = { data, emailRedirectTo: `${stack.url}/auth/callback?next=%2Ftickets` }
  const result = await client.auth.signUp({ email, password: DEMO_PASSWORD, options })
  return { client, result }
}

describe('sign-up', () => {
  it('ends with a session and a customer’s profile after the mail’s link', async () => {
    const { client, result } = await signUp('nora@example.com')
    expect(result.error).toBeNull()
    expect(result.data.session).toBeNull()
    const early = await client.auth.signInWithPassword({ email: 'nora@example.com', password: DEMO_PASSWORD })
    expect(early.error?.message).toBe('Email not confirmed')
    const { link, otp } = await openLink('nora@example.com')
    expect(link.origin + link.pathname).toBe(`${stack.url}/auth/callback`)
    const target = new URL(link.searchParams.get('redirect_to') ?? '')
    expect(target.searchParams.get('next')).toBe('/tickets')
    const verified = await client.auth.verifyOtp(otp)
    expect(verified.error).toBeNull()
    const profile = await client
      .from('profiles')
      .select('*')
      .eq('id', verified.data.user?.id ?? '')
      .single()
    expect(profile.data).toMatchObject({ name: 'Nora New', role: 'customer', email: 'nora@example.com' })
  })

  it('is confirmed once, in any browser, and not by opening the link', async () => {
    await signUp('other-device@example.com')
    const { link, otp } = await openLink('other-device@example.com')
    for (const method of ['HEAD', 'GET']) await (await fetch(link, { method })).body?.cancel()
    const device = browserClient(stack)
    const { data, error } = await device.auth.verifyOtp(otp)
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe('other-device@example.com')
    const again = await browserClient(stack).auth.verifyOtp(otp)
    expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired'])
  })

  it('is also confirmed through /verify, which returns a code to the browser of the sign-up', async () => {
    const { client } = await signUp('old-style@example.com')
    const target = await openVerifyLink('old-style@example.com', `${stack.url}/auth/callback?next=%2Ftickets`)
    expect(target.pathname + target.search).toMatch(/^\/auth\/callback\?next=%2Ftickets&code=/)
    const exchanged = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe('old-style@example.com')
  })

  it('ignores a role in the metadata', async () => {
    const { client } = await signUp('mallory@example.com', { full_name: 'Mallory M', role: 'admin' })
    await client.auth.verifyOtp((await openLink('mallory@example.com')).otp)
    await client.auth.updateUser({ data: { role: 'admin' } })
    await client.auth.refreshSession()
    expect((await client.from('profiles').select('role').single()).data).toEqual({ role: 'customer' })
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims?.role).toBe('authenticated')
    expect(JSON.stringify(claims?.app_metadata ?? {})).not.toContain('admin')
  })

  it('refuses a code with the verifier of another browser', async () => {
    await signUp('verifier@example.com')
    const target = await openVerifyLink('verifier@example.com', `${stack.url}/auth/callback`)
    const { client: other } = await signUp('verifier2@example.com')
    const { error } = await other.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error?.code).toBe('bad_code_verifier')
  })

  it('answers a used link of the server with an error for the portal', async () => {
    await signUp('used-link@example.com')
    const callback = `${stack.url}/auth/callback`
    await openVerifyLink('used-link@example.com', callback)
    const { pathname, searchParams } = await openVerifyLink('used-link@example.com', callback)
    expect(pathname).toBe('/auth/callback')
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('error_code')).toBe('otp_expired')
    expect(searchParams.get('error_description')).toBe('Email link is invalid or has expired')
  })

  it('has the error texts the portal translates', async () => {
    const weak = await anonClient(stack).auth.signUp({ email: 'weak@example.com', password: 'short' })
    expect(weak.error?.name).toBe('AuthWeakPasswordError')
    expect(weak.error?.message).toContain('Password')
    expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length', 'characters'] })
    const invalid = await anonClient(stack).auth.signUp({ email: 'not-an-address', password: DEMO_PASSWORD })
    expect(invalid.error?.status).toBe(400)
  })
})

describe('recovery', () => {
  it('sets a new password after the mail’s link, and rejects the old one', async () => {
    await createUser(stack, { email: 'rita@example.com' })
    const client = browserClient(stack)
    const asked = await client.auth.resetPasswordForEmail('rita@example.com', {
      redirectTo: `${stack.url}/reset-password`,
    })
    expect(asked.error).toBeNull()
    const { link, otp } = await openLink('rita@example.com')
    expect(link.pathname).toBe('/auth/reset-password')
    expect((await client.auth.verifyOtp(otp)).error).toBeNull()
    expect((await client.auth.updateUser({ password: DEMO_PASSWORD })).error?.code).toBe('same_password')
    expect((await client.auth.updateUser({ password: 'Better1234' })).error).toBeNull()
    const sign = (password: string) =>
      anonClient(stack).auth.signInWithPassword({ email: 'rita@example.com', password })
    expect((await sign(DEMO_PASSWORD)).error?.message).toBe('Invalid login credentials')
    expect((await sign('Better1234')).error).toBeNull()
  })

  it('does not reveal whether an address has an account, and mails only accounts', async () => {
    const { error } = await anonClient(stack).auth.resetPasswordForEmail('nobody@example.com')
    expect(error).toBeNull()
    expect(await stack.mails('nobody@example.com')).toEqual([])
  })

  it('does not redirect to another origin', async () => {
    await createUser(stack, { email: 'known@example.com' })
    const client = browserClient(stack)
    await client.auth.resetPasswordForEmail('known@example.com', { redirectTo: 'https://evil.example/steal' })
    expect((await openLink('known@example.com')).link.origin).toBe(stack.url)
    const target = await openVerifyLink('known@example.com', 'https://evil.example/steal')
    expect(target.origin).toBe(stack.url)
  })
})

describe('a change of the address', () => {
  it.each([
    ['the old one first', ['old', 'new']],
    ['the new one first', ['new', 'old']],
  ] as const)('is confirmed by the links to both mailboxes, in any browser: %s', async (what, order) => {
    const name = what.includes('old') ? 'one' : 'two'
    const at = { old: `old-${name}@example.com`, new: `new-${name}@example.com` }
    await createUser(stack, { email: at.old })
    const client = await clientAs(stack, at.old)
    expect((await client.auth.updateUser({ email: at.new })).error).toBeNull()
    const [first, second] = [await openLink(at[order[0]]), await openLink(at[order[1]])]
    expect(first.link.pathname).toBe('/auth/callback')

    const half = await browserClient(stack).auth.verifyOtp(first.otp)
    expect(half).toMatchObject({ data: { session: null, user: null }, error: null })
    expect((await browserClient(stack).auth.verifyOtp(first.otp)).error?.code).toBe('otp_expired')
    expect((await client.auth.getUser()).data.user?.email).toBe(at.old)

    const { data, error } = await browserClient(stack).auth.verifyOtp(second.otp)
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(at.new)
  })
})

describe('the method of a session', () => {
  it('is otp after every link of a mail', async () => {
    await createUser(stack, { email: 'methods@example.com' })
    const client = browserClient(stack)
    await client.auth.resetPasswordForEmail('methods@example.com')
    await client.auth.verifyOtp((await openLink('methods@example.com')).otp)
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  })
})

describe('a mail to sign in, which the portal does not send', () => {
  it('with a link reaches known and new addresses', async () => {
    await createUser(stack, { email: 'linked@example.com' })
    const known = browserClient(stack)
    expect((await known.auth.signInWithOtp({ email: 'linked@example.com' })).error).toBeNull()
    const [mail] = await stack.mails('linked@example.com')
    expect(mail?.subject).toBe('Your sign-in link')
    const token_hash = /token_hash=([0-9a-f]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await known.auth.verifyOtp({ token_hash, type: 'magiclink' })).error).toBeNull()
    expect((await anonClient(stack).auth.signInWithOtp({ email: 'unknown@example.com' })).error).toBeNull()
    expect((await stack.mails('unknown@example.com'))[0]?.subject).toBe('Confirm your email address')
  })

  it('with a code reaches the account that asks', async () => {
    await createUser(stack, { email: 'coded@example.com' })
    const client = await clientAs(stack, 'coded@example.com')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await stack.mails('coded@example.com'))[0]?.subject).toMatch(/^\d{6} is your verification code$/)
  })
})

describe('two refreshes with one token at once', () => {
  it('get the same successor', async () => {
    await createUser(stack, { email: 'session@example.com' })
    const client = await clientAs(stack, 'session@example.com')
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const [one, two] = await Promise.all(
      [1, 2].map(() => anonClient(stack).auth.refreshSession({ refresh_token: token })),
    )
    expect(one?.error).toBeNull()
    expect(two?.data.session?.refresh_token).toBe(one?.data.session?.refresh_token)
  })
})

describe('users under the secret key', () => {
  it('are listed in pages, and a ban can be lifted', async () => {
    const { admin } = serviceClient(stack).auth
    const { id } = await createUser(stack, { email: 'managed@example.com' })
    expect((await anonClient(stack).auth.admin.listUsers()).error?.code).toBe('not_admin')
    expect((await admin.listUsers({ perPage: 1 })).data.users).toHaveLength(1)
    await admin.updateUserById(id, { ban_duration: '1h' })
    await expect(clientAs(stack, 'managed@example.com')).rejects.toThrow('User is banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect(await clientAs(stack, 'managed@example.com')).toBeTruthy()
  })
})

describe('social sign-in', () => {
  it.each(['github', 'google'] as const)('ends with a session after the consent of %s', async (provider) => {
    const client = browserClient(stack)
    const { data } = await client.auth.signInWithOAuth({
      provider,
      options: {
        redirectTo: `${stack.url}/auth/callback`,
        queryParams: { access_type: 'offline', prompt: 'consent' },
        skipBrowserRedirect: true,
      },
    })
    const go = async (url: string | URL, init: RequestInit = {}) => {
      const answer = await fetch(url, { redirect: 'manual', ...init })
      expect(answer.status).toBe(303)
      return new URL(answer.headers.get('location') ?? '')
    }
    const consent = await go(data.url ?? '')
    expect(consent.origin).toBe(stack.url)
    expect((await fetch(consent)).status).toBe(200)
    const email = `octo-${provider}@example.com`
    const state = consent.searchParams.get('state') ?? ''
    const body = new URLSearchParams({ state, email, name: 'Octo Cat', answer: 'allow' })
    const target = await go(await go(consent, { method: 'POST', body }))
    expect(target.origin + target.pathname).toBe(`${stack.url}/auth/callback`)
    const signedIn = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.user?.email).toBe(email)
    expect((await client.from('profiles').select('role').single()).data).toEqual({ role: 'customer' })
  })
})
