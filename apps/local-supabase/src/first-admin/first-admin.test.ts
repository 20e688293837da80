import { anonClient, clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const password = 'Chosen1234'
let stack: Stack
let stop = async () => {}

const open = (url: string) => fetch(url, { redirect: 'manual' })
const tokenOf = (url: string | undefined) => new URL(url ?? '').searchParams.get('token') ?? ''
const submit = (fields: Record<string, string>) =>
  fetch(`${stack.url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      token: tokenOf(stack.setupUrl),
      name: 'Fiona First',
      email: 'first@example.org',
      password,
      confirm: password,
      ...fields,
    }),
  })
async function admins(): Promise<string[]> {
  const db = sql(stack)
  const rows = await db<{ email: string }[]>`select email from public.profiles where role = 'admin'`
  await db.end()
  return rows.map(({ email }) => email)
}

/** An empty workspace: of the same stack, restarted, since a link is good for one admin. */
beforeEach(async () => {
  await stop()
  stack = await startStack()
  stop = stack.stop
})
afterAll(() => stop())

describe('the set-up link of an empty workspace', () => {
  it('creates one admin, who can sign in at once', async () => {
    const page = await open(stack.setupUrl ?? '')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Create the first admin')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')

    const answers = await Promise.all([submit({}), submit({ email: 'second@example.org' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410])
    const link = new URL(answers.find(({ status }) => status === 303)?.headers.get('location') ?? '')
    expect(link.href).toContain(`${stack.url}/auth/callback?type=magiclink`)
    const [email = ''] = await admins()
    const token_hash = link.searchParams.get('token_hash') ?? ''
    const { data } = await anonClient(stack).auth.verifyOtp({ type: 'magiclink', token_hash })
    expect(data.session?.user.email).toBe(email)
    expect(await admins()).toHaveLength(1)
    const admin = await clientAs(stack, email, password)
    expect((await admin.rpc('list_users')).error).toBeNull()

    expect((await open(stack.setupUrl ?? '')).status).toBe(410)
    expect((await submit({ email: 'third@example.org' })).status).toBe(410)
    expect(await admins()).toEqual([email])
    await stack.stop()
  })

  it('promotes a confirmed account with its password, and replaces an unconfirmed one', async () => {
    const { data } = await anonClient(stack).auth.signUp({
      email: 'first@example.org',
      password: 'Stranger1',
    })
    expect(data.user).not.toBeNull()
    await createUser(stack, { email: 'real@example.org' })

    const refused = await submit({ email: 'real@example.org' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('An account with this email already exists: enter its password')
    expect(await admins()).toEqual([])

    expect((await submit({})).status).toBe(303)
    expect(await admins()).toEqual(['first@example.org'])
    await expect(clientAs(stack, 'first@example.org', 'Stranger1')).rejects.toThrow('Invalid login')
    await clientAs(stack, 'first@example.org', password)
  })

  it('checks the form, refuses other tokens, and asks for another address than one with imported records', async () => {
    for (const [fields, text] of [
      [{ name: 'F' }, 'Full name must be at least 3 characters'],
      [{ email: 'first' }, 'Please enter a valid email address'],
      [{ password: 'short', confirm: 'short' }, 'Password must be at least 8 characters'],
      [{ confirm: 'Other1234' }, 'Passwords don&#39;t match'],
    ] as const) {
      const answer = await submit(fields)
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain(text)
    }
    for (const token of ['', 'guessed', `${tokenOf(stack.setupUrl)}x`])
      expect((await submit({ token })).status).toBe(410)
    expect((await open(`${stack.url}/setup`)).status).toBe(410)

    await anonClient(stack).auth.signUp({ email: 'first@example.org', password: 'Stranger1' })
    const db = sql(stack)
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      select 'Imported', 'Of another workspace', id, id from public.profiles where email = 'first@example.org'`
    await db.end()
    const refused = await submit({})
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Imported records belong to this email: use another one')
    expect((await submit({ email: 'other@example.org' })).status).toBe(303)
  })

  it('is new at each start, and not printed once there is an admin', async () => {
    const { setupUrl, dataDir } = stack
    const again = async () => {
      process.kill(stack.pid, 'SIGTERM')
      await stack.kill()
      stack = await startStack({ dataDir })
      const next = stack
      const before = stop
      stop = async () => {
        await next.stop()
        await before()
      }
    }
    await again()
    expect(tokenOf(stack.setupUrl)).not.toBe(tokenOf(setupUrl))
    expect((await submit({ token: tokenOf(setupUrl) })).status).toBe(410)
    await createUser(stack, { email: 'admin@example.org', role: 'admin' })
    expect((await open(stack.setupUrl ?? '')).status).toBe(410)
    await again()
    expect(stack.setupUrl).toBeUndefined()
  })
})
