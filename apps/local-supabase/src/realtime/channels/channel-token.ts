import { decodeProtectedHeader, errors } from 'jose'
import { readToken } from '../../http/tokens'
import type { CallerClaims, Keys, Role } from '../../http/types'

/** A token that Realtime does not take, with its texts (RealtimeChannel.join and handle_in "access_token"). */
export class BadToken extends Error {
  /**
   * @param code of the refusal of a join
   * @param message of the refusal
   * @param ending text with which a renewed token ends its channel
   */
  constructor(
    readonly code: string,
    message: string,
    readonly ending = message,
  ) {
    super(message)
  }
}

const malformed = 'The token provided is not a valid JWT'

export const expiredText = (exp: number, now = Date.now()): string =>
  `Token has expired ${Math.max(0, Math.floor(now / 1000) - exp)} seconds ago`

function unknownKey(token: string): BadToken {
  const { kid } = decodeProtectedHeader(token)
  const advice = 'check your JWT secret or JWKS configuration'
  if (kid === undefined)
    return new BadToken(
      'JwtSignerError',
      `Failed to generate JWT signer, ${advice}`,
      ':error_generating_signer',
    )
  return new BadToken('JwtSignerError', `Failed to generate JWT signer for key ID (kid) "${kid}", ${advice}`)
}

function badToken(error: unknown, token: string): BadToken {
  if (error instanceof errors.JWTExpired) {
    const { exp = 0 } = error.payload
    return new BadToken('InvalidJWTToken', expiredText(exp))
  }
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new BadToken('JwtSignatureError', 'Failed to validate JWT signature', ':signature_error')
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JWKSNoMatchingKey)
    return unknownKey(token)
  return new BadToken('MalformedJWT', malformed)
}

/** The rights of a channel's token. @throws BadToken */
export async function readChannelToken(token: string, keys: Keys): Promise<CallerClaims> {
  const claims = await readToken(token, keys).catch((error: unknown) => {
    throw badToken(error, token)
  })
  if (claims.role === undefined || claims.exp === undefined)
    throw new BadToken('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
  const role: Role = claims.role === 'service_role' || claims.role === 'authenticated' ? claims.role : 'anon'
  return { role, sub: claims.sub, raw: { ...claims } }
}
