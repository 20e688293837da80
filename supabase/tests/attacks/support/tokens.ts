import { createHmac } from 'node:crypto'
import { realtime } from '@helpdesk/testing/stack'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { stack } from '../../support/backend'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Claims of a regular sign-in, valid for an hour by default. */
const claimsOf = (claims: object) => {
  const now = Math.floor(Date.now() / 1000)
  return { aud: 'authenticated', iss: `${stack.url}/auth/v1`, iat: now, exp: now + 3600, ...claims }
}

/** A token signed with another project's key. */
export function forgedToken(claims: object, key = 'the secret of another project, 32 bytes'): string {
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claimsOf(claims))}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

/** A token whose header names the algorithm `none` or one without a valid signature. */
export const unsignedToken = (claims: object, alg = 'none', signature = ''): string =>
  `${part({ alg, typ: 'JWT' })}.${part(claimsOf(claims))}.${signature}`

/** A real token with changed claims and its original signature. */
export function tamperedToken(token: string, change: object): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  return `${head}.${part({ ...Object(claims), ...change })}.${signature}`
}

/** A client that sends this token. */
export function clientWith(token: string): SupabaseClient {
  return createClient(stack.url, stack.publishableKey, {
    accessToken: () => Promise.resolve(token),
    realtime,
  })
}
