import { createUser, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadKeys } from '../src/data-folder/keys'
import { mintToken } from '../src/http/tokens'
import type { Keys } from '../src/http/types'

// Tokens that only the project can sign.
let stack: Stack
let keys: Keys
let admin: string
beforeAll(async () => {
  stack = await startStack()
  keys = await loadKeys(stack.dataDir)
  admin = (await createUser(stack, { email: 'admin@example.org', role: 'admin' })).id
}, 90_000)
afterAll(() => stack?.stop())

async function statusOf(name: string, claims: Record<string, unknown>): Promise<number> {
  const answer = await fetch(`${stack.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${await mintToken(claims, keys)}` },
    body: '{}',
  })
  await answer.body?.cancel()
  return answer.status
}

it.each(['update-user-role', 'send-invites', 'test-mail', 'admin-assistant', 'staff-mail'])(
  '%s refuses legacy API keys and expired tokens',
  async (name) => {
    const user = { role: 'authenticated', sub: admin }
    for (const role of ['anon', 'service_role']) {
      expect(await statusOf(name, { role })).toBe(401)
      expect(await statusOf(name, { role, sub: admin })).toBe(401)
    }
    expect(await statusOf(name, { ...user, exp: Math.floor(Date.now() / 1000) - 100 })).toBe(401)
    // A session that does not exist.
    expect(await statusOf(name, { ...user, session_id: admin })).toBe(401)
  },
)
