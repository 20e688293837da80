import { browserClient, createUser, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
  it('signs a new person in', async () => {
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

  it('takes the password from an account that nobody confirmed', async () => {
    const squatter = { email: 'squatted@example.com', password: 'Demo1234' }
    await browserClient(stack).auth.signUp(squatter)
    const client = browserClient(stack)
    const target = await consent(client, { email: squatter.email, name: 'Real Owner', answer: 'allow' })
    await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const { error } = await browserClient(stack).auth.signInWithPassword(squatter)
    expect(error?.code).toBe('invalid_credentials')
  })

  it('reports a refusal', async () => {
    const target = await consent(browserClient(stack), { answer: 'cancel' })
    expect(target.pathname).toBe('/auth/callback')
    expect(target.searchParams.get('error')).toBe('access_denied')
  })

  it('returns to no foreign address', async () => {
    const fields = { email: 'octo@example.com', name: 'Octo Cat', answer: 'allow' }
    const target = await consent(browserClient(stack), fields, 'https://evil.example/')
    expect(target.origin).toBe(stack.url)
  })
})
