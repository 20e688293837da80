import { timingSafeEqual } from 'node:crypto'
import type { CallerClaims, Keys, Role } from './types'
import { HttpError } from './http-error'
import { verifyToken } from './tokens'

export function timingSafeEquals(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

export function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

export type KeyKind = 'publishable' | 'secret'

/** The API key in the header, the bearer or the query. */
export function apiKeyKind(request: Request, url: URL, keys: Keys): KeyKind | undefined {
  const sent = [request.headers.get('apikey'), bearerToken(request), url.searchParams.get('apikey')]
  for (const value of sent) if (value && timingSafeEquals(value, keys.secret)) return 'secret'
  for (const value of sent) if (value && timingSafeEquals(value, keys.publishable)) return 'publishable'
  return undefined
}

export async function callerOf(request: Request, keys: Keys): Promise<CallerClaims> {
  const bearer = bearerToken(request)
  const isKey = bearer !== undefined && bearer.startsWith('sb_')
  if (bearer !== undefined && !isKey) return verifyToken(bearer, keys)
  const kind = apiKeyKind(request, new URL(request.url), keys)
  if (!kind) throw new HttpError(401, 'no_api_key', 'No valid API key found in request')
  const role: Role = kind === 'secret' ? 'service_role' : 'anon'
  return { role, raw: { role } }
}
