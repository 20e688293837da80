import { browserClient, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMachine } from '../../conformance/machine'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
})
afterAll(async () => {
  await stack?.stop()
})

async function next(address: string, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  expect(response.status, await response.text()).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

type Client = ReturnType<typeof browserClient>

async function consent(client: Client, fields: Record<string, string>, redirectTo?: string): Promise<URL> {
  const { data } = await client.auth.signInWithOAuth({
    provider: 'github',
    options: { redirectTo: redirectTo ?? `${stack.url}/auth/callback`, skipBrowserRedirect: true },
  })
  const page = await next(data.url ?? '')
  expect(page.pathname).toBe('/oauth/github/authorize')
  const body = new URLSearchParams({ state: page.searchParams.get('state') ?? '', ...fields })
  return next((await next(page.href, { method: 'POST', body })).href)
}

describe('social sign-in', () => {
  it('creates an account and signs in', async () => {
    const client = browserClient(stack)
    const target = await consent(client, { email: 'octo@example.com', name: 'Octo Cat', answer: 'allow' })
    expect(target.pathname).toBe('/auth/callback')
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.user_metadata.full_name).toBe('Octo Cat')
    expect(data.user?.app_metadata.provider).toBe('github')
    const profile = await client.from('profiles').select('name, role').single()
    expect(profile.data).toEqual({ name: 'Octo Cat', role: 'customer' })
  })

  it('links to the account with that address', async () => {
    const { id } = await createUser(stack, { email: 'both@example.com' })
    const client = browserClient(stack)
    const target = await consent(client, { email: 'both@example.com', name: 'Both Ways', answer: 'allow' })
    const { data } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(data.user?.id).toBe(id)
    expect(data.user?.app_metadata.providers).toEqual(['email', 'github'])
  })

  it('removes the password of an unconfirmed account', async () => {
    const squatter = { email: 'squatted@example.com', password: 'Demo1234' }
    await browserClient(stack).auth.signUp(squatter)
    const client = browserClient(stack)
    const target = await consent(client, { email: squatter.email, name: 'Real Owner', answer: 'allow' })
    await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const { error } = await browserClient(stack).auth.signInWithPassword(squatter)
    expect(error?.code).toBe('invalid_credentials')
  })

  it('returns an error when consent is refused', async () => {
    const target = await consent(browserClient(stack), { answer: 'cancel' })
    expect(target.pathname).toBe('/auth/callback')
    expect(target.searchParams.get('error')).toBe('access_denied')
  })

  it('does not redirect to another origin', async () => {
    const fields = { email: 'octo@example.com', name: 'Octo Cat', answer: 'allow' }
    const target = await consent(browserClient(stack), fields, 'https://evil.example/')
    expect(target.origin).toBe(stack.url)
  })
})

describe('a social sign-in that fails in a browser', () => {
  const browser = { 'sec-fetch-mode': 'navigate' }
  const callback = '/auth/v1/callback'

  it.each([
    ['an unknown provider', '/auth/v1/authorize?provider=gitlab', 'validation_failed'],
    ['an invalid challenge', '/auth/v1/authorize?provider=github&code_challenge=x', 'validation_failed'],
    ['an unknown state', `${callback}?state=x&code=y`, 'bad_oauth_state'],
    ['a provider’s error for an unknown state', `${callback}?error=server_error`, 'bad_oauth_state'],
    ['the consent page of an unknown state', '/oauth/github/authorize?state=x', 'bad_oauth_state'],
    ['a link without a token', '/auth/v1/verify?type=signup', 'otp_expired'],
  ])('ends on the portal’s error page: %s', async (_, path, code) => {
    const { location } = await newMachine(stack, { more: browser })('GET', path)
    const target = new URL(location)
    expect(target.origin).toBe(stack.url)
    expect(target.searchParams.get('error_code')).toBe(code)
    if (code !== 'otp_expired') expect(target.pathname).toBe('/auth/callback')
  })

  it('ends on the error page for a banned account, and when a trigger rejects the new account', async () => {
    const { id } = await createUser(stack, { email: 'banned@example.com' })
    const db = sql(stack)
    await db`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const fields = { email: 'banned@example.com', name: 'Ban Ned', answer: 'allow' }
    const banned = await consent(browserClient(stack), fields)
    expect(banned.pathname + (banned.searchParams.get('error_code') ?? '')).toBe('/auth/callbackuser_banned')
    await db`
      create function public.refuse_new_user() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`
    await db`create trigger refuse_new_user before insert on auth.users execute function public.refuse_new_user()`
    const refused = await consent(browserClient(stack), { ...fields, email: 'refused@example.com' })
    expect(refused.pathname + (refused.searchParams.get('error_code') ?? '')).toBe(
      '/auth/callbackunexpected_failure',
    )
    await db`drop function public.refuse_new_user() cascade`
    await db.end()
  })

  it('answers programs with JSON, as hosted Supabase does', async () => {
    const answer = await fetch(`${stack.url}/auth/v1/authorize?provider=gitlab`, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
  })
})
