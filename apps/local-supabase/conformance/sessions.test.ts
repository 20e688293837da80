import {
  anonClient,
  browserClient,
  createUser,
  DEMO_PASSWORD,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let db: Sql
beforeAll(async () => {
  stack = await startStack()
  db = sql(stack)
}, 90_000)
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})

const stores = new Map<SupabaseClient, Map<string, string>>()

/** A client with its own session storage and user agent. */
async function device(email: string, userAgent: string): Promise<SupabaseClient> {
  const kept = new Map<string, string>()
  const client = browserClient(stack, { kept, headers: { 'user-agent': userAgent } })
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  stores.set(client, kept)
  return client
}
/** Expires the device's access token. */
function expireToken(client: SupabaseClient): void {
  const kept = stores.get(client)
  const session: unknown = JSON.parse(kept?.get('session') ?? '{}')
  kept?.set('session', JSON.stringify({ ...Object(session), expires_at: Math.floor(Date.now() / 1000) - 1 }))
}
const sessionIdOf = async (client: SupabaseClient) => (await client.auth.getClaims()).data?.claims.session_id
const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.refresh_token ?? ''
const userOf = async (email: string) => (await createUser(stack, { email })).id

async function counts(userId: string): Promise<{ sessions: number; tokens: number } | undefined> {
  const [row] = await db<{ sessions: number; tokens: number }[]>`
    select (select count(*)::int from auth.sessions where user_id = ${userId}) as sessions,
      (select count(*)::int from auth.refresh_tokens where user_id = ${userId}) as tokens`
  return row
}

describe('auth.sessions', () => {
  it('records time, address and user agent; the token contains the session id', async () => {
    const id = await userOf('where@example.com')
    const client = await device('where@example.com', 'Firefox on Linux')
    const [row] = await db`select * from auth.sessions where user_id = ${id}`
    expect(row).toMatchObject({
      id: await sessionIdOf(client),
      user_agent: 'Firefox on Linux',
      ip: '127.0.0.1',
      refreshed_at: null,
      aal: 'aal1',
    })
    await client.auth.refreshSession()
    const [later] = await db`
      select *, abs(extract(epoch from (refreshed_at - now() at time zone 'utc'))) < 60 as utc
      from auth.sessions where user_id = ${id}`
    expect(later?.id).toBe(row?.id)
    expect(later?.created_at).toEqual(row?.created_at)
    expect(later?.updated_at.getTime()).toBeGreaterThan(row?.updated_at.getTime())
    expect(later?.utc).toBe(true)
    expect(await sessionIdOf(client)).toBe(row?.id)
  })

  it('ignores headers about the address', async () => {
    const id = await userOf('liar@example.com')
    await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'liar@example.com', password: DEMO_PASSWORD }),
    })
    expect(await db`select host(ip) as ip from auth.sessions where user_id = ${id}`).toEqual([
      { ip: '127.0.0.1' },
    ])
  })
})

describe('sign-out', () => {
  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('%s ends exactly those sessions, with their refresh tokens', async (scope, alive) => {
    const email = `out-${scope}@example.com`
    const id = await userOf(email)
    const devices = await Promise.all(
      ['one', 'two', 'three'].map((name) => device(email, `${scope}-${name}`)),
    )
    const tokens = await Promise.all(devices.map(tokenOf))
    expect(await counts(id)).toEqual({ sessions: 3, tokens: 3 })
    expect((await devices[0]?.auth.signOut({ scope }))?.error).toBeNull()
    const left = alive.filter(Boolean).length
    expect(await counts(id)).toEqual({ sessions: left, tokens: left })
    for (const [index, token] of tokens.entries()) {
      const { error } = await anonClient(stack).auth.refreshSession({ refresh_token: token })
      expect(error === null, `device ${index}`).toBe(alive[index])
    }
  })

  it('does not end sessions of other users', async () => {
    const id = await userOf('bystander@example.com')
    await device('bystander@example.com', 'bystander')
    await userOf('leaver@example.com')
    const leaver = await device('leaver@example.com', 'leaver')
    await leaver.auth.signOut({ scope: 'global' })
    expect(await counts(id)).toEqual({ sessions: 1, tokens: 1 })
  })
})

describe('a session that has ended', () => {
  it('answers a refresh with 400 refresh_token_not_found, which signs the client out', async () => {
    await userOf('ended@example.com')
    const client = await device('ended@example.com', 'ended')
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const token = await tokenOf(client)
    await db`delete from auth.sessions where id = ${(await sessionIdOf(client)) ?? ''}`
    expireToken(client)
    const { error } = await client.auth.refreshSession({ refresh_token: token })
    expect([error?.status, error?.code, error?.message]).toEqual([
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    ])
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect(events).toContain('SIGNED_OUT')
  })

  it('gets 401 from the data API at once, unlike other sessions', async () => {
    const id = await userOf('api@example.com')
    const [laptop, phone] = [
      await device('api@example.com', 'laptop'),
      await device('api@example.com', 'phone'),
    ]
    await db`delete from auth.sessions where id = ${(await sessionIdOf(phone)) ?? ''}`
    for (const asked of [phone.from('tickets').select('id'), phone.rpc('list_my_sessions')]) {
      const { status, error } = await asked
      expect([status, error?.code, error?.details]).toEqual([401, 'PT401', 'not_authenticated'])
    }
    expect((await laptop.from('profiles').select('id')).data).toEqual([{ id }])
    const anew = await device('api@example.com', 'phone')
    expect((await anew.from('profiles').select('id')).data).toEqual([{ id }])
    expect((await anonClient(stack).rpc('verify_invite', { token: id })).error).toBeNull()
  })

  it('gets 403 session_not_found for its access token, and can sign out without an error', async () => {
    await userOf('kicked@example.com')
    const client = await device('kicked@example.com', 'kicked')
    const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
    await db`delete from auth.sessions where id = ${(await sessionIdOf(client)) ?? ''}`
    const answer = await fetch(`${stack.url}/auth/v1/user`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${bearer}` },
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_code: 'session_not_found' })
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.signOut()).error).toBeNull()
  })

  it('gets session_not_found for a token without a session, and session_expired after its end', async () => {
    const id = await userOf('past@example.com')
    const client = await device('past@example.com', 'past')
    const token = await tokenOf(client)
    const refresh = async () => (await anonClient(stack).auth.refreshSession({ refresh_token: token })).error
    await db`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${id}`
    expect((await refresh())?.code).toBe('session_expired')
    await db`update auth.refresh_tokens set session_id = null where user_id = ${id}`
    // The client's error class for session_not_found.
    expect((await refresh())?.name).toBe('AuthSessionMissingError')
  })

  it('stays ended when refresh and sign-out run at once', async () => {
    const id = await userOf('race@example.com')
    for (let round = 0; round < 15; round += 1) {
      const client = await device('race@example.com', `race-${round}`)
      const token = await tokenOf(client)
      const [refreshed, out] = await Promise.all([
        anonClient(stack).auth.refreshSession({ refresh_token: token }),
        client.auth.signOut({ scope: 'global' }),
      ])
      expect(out.error).toBeNull()
      expect([undefined, 400]).toContain(refreshed.error?.status)
      expect(await counts(id)).toEqual({ sessions: 0, tokens: 0 })
    }
  })
})
