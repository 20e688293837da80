import { startStack, type Stack } from '@helpdesk/testing'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadKeys } from '../src/data-folder/keys'

// What PostgREST 14.17 answered. A project's URL and keys cannot sign tokens; for other tokens see api/data-api-answers.
let stack: Stack
let secret: Uint8Array
beforeAll(async () => {
  stack = await startStack()
  secret = new TextEncoder().encode((await loadKeys(stack.dataDir)).jwtSecret)
}, 90_000)
afterAll(() => stack?.stop())

const now = () => Math.floor(Date.now() / 1000)

async function ask(claims: Record<string, unknown>, scheme = 'Bearer', alg = 'HS256') {
  const token = await new SignJWT({ role: 'service_role', exp: now() + 600, ...claims })
    .setProtectedHeader({ alg })
    .sign(secret)
  const headers = { apikey: stack.publishableKey, authorization: `${scheme} ${token}` }
  const answer = await fetch(`${stack.url}/rest/v1/tickets?limit=0`, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('a token', () => {
  it.each<[string, () => Record<string, unknown>]>([
    ['expired 20 s ago', () => ({ exp: now() - 20 })],
    ['was issued 20 s in the future', () => ({ iat: now() + 20 })],
    ['becomes valid in 20 s', () => ({ nbf: now() + 20 })],
  ])('is accepted when it %s: clocks differ by up to 30 s', async (_what, claims) => {
    expect(await ask(claims())).toMatchObject({ status: 200, body: [] })
  })

  it.each<[string, () => Record<string, unknown>, string]>([
    ['expired 100 s ago', () => ({ exp: now() - 100 }), 'JWT expired'],
    ['was issued 100 s in the future', () => ({ iat: now() + 100 }), 'JWT issued at future'],
    ['becomes valid in 100 s', () => ({ nbf: now() + 100 }), 'JWT not yet valid'],
  ])('is refused when it %s', async (_what, claims, message) => {
    const { status, body, headers } = await ask(claims())
    expect([status, body]).toEqual([401, { code: 'PGRST303', details: null, hint: null, message }])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
    expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST303')
  })

  it('is refused with a role that does not exist', async () => {
    expect(await ask({ role: 'nobody' })).toMatchObject({
      status: 401,
      body: { code: '22023', message: 'role "nobody" does not exist' },
    })
  })

  it('is read after "bearer" in any case', async () => {
    expect((await ask({}, 'bearer')).status).toBe(200)
  })

  it('is refused with another algorithm', async () => {
    expect(await ask({}, 'Bearer', 'HS512')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', details: 'No suitable key was found to decode the JWT' },
    })
  })
})
