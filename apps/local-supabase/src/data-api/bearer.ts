import { errors, type JWTPayload } from 'jose'
import { bearerToken } from '../http/caller'
import { json } from '../http/respond'
import { mintToken, readToken } from '../http/tokens'
import type { Keys } from '../http/types'

/** PostgREST accepts tokens up to 30 seconds past `exp` and before `iat` and `nbf`: clocks differ. */
const clockTolerance = 30

type Refusal = [code: 'PGRST301' | 'PGRST303', message: string, details?: string]

const wrongKey = 'No suitable key or wrong key type'

function refusalOf(error: unknown, token: string): Refusal {
  if (error instanceof errors.JWTExpired) return ['PGRST303', 'JWT expired']
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
    return ['PGRST303', 'JWT not yet valid']
  if (error instanceof errors.JWSInvalid) return ['PGRST301', 'JWT cryptographic operation failed']
  const isKeyUnknown = error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JWKSNoMatchingKey
  if (!isKeyUnknown) return ['PGRST301', wrongKey, 'None of the keys was able to decode the JWT']
  if (!token.endsWith('.')) return ['PGRST301', wrongKey, 'No suitable key was found to decode the JWT']
  const details = "JWT is unsecured but expected 'alg' was not 'none'"
  return ['PGRST301', 'Wrong or unsupported encoding algorithm', details]
}

async function verify(token: string, keys: Keys): Promise<JWTPayload | Refusal> {
  const parts = token.split('.').length
  if (parts !== 3) return ['PGRST301', `Expected 3 parts in JWT; got ${parts}`]
  try {
    const payload = await readToken(token, keys, clockTolerance)
    const isFuture = payload.iat !== undefined && payload.iat > Date.now() / 1000 + clockTolerance
    return isFuture ? ['PGRST303', 'JWT issued at future'] : payload
  } catch (error) {
    return refusalOf(error, token)
  }
}

function refuse([code, message, details]: Refusal): Response {
  const challenge = `Bearer error="invalid_token", error_description="${message}"`
  return json({ code, details: details ?? null, hint: null, message }, 401, { 'www-authenticate': challenge })
}

/** Claims of the caller's own token, inside the token that lite reads. */
const originalClaims = 'original'

/** The claims that `request.jwt.claims` contains: those of the caller's token. */
export const callerClaims = (jwt: unknown): unknown =>
  (typeof jwt === 'object' && jwt !== null && Reflect.get(jwt, originalClaims)) || jwt || {}

/**
 * Checks the token as PostgREST does, whose times, signatures and texts lite reads differently.
 * @returns the refusal, or the request with a fresh token for lite
 */
export async function checkBearer(request: Request, keys: Keys): Promise<Request | Response> {
  const token = bearerToken(request)
  if (token === undefined || token.startsWith('sb_')) return request
  const claims = await verify(token, keys)
  if (Array.isArray(claims)) return refuse(claims)
  const { role, sub } = claims
  const handover = await mintToken({ role, sub, [originalClaims]: claims }, keys)
  const sent = new Request(request)
  sent.headers.set('authorization', `Bearer ${handover}`)
  return sent
}
