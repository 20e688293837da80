import { isDatabaseUnavailable } from '../../http/database-restart'
import type { CallerClaims, Keys } from '../../http/types'
import type { Allowed, Authorizer, Extension } from './authorize'
import { BadToken, readChannelToken } from './channel-token'
import { Refused, type JoinRequest } from './join'

interface AdmissionOptions {
  keys: Keys
  authorizer: Authorizer
  /** Number of losses of rights that were announced so far. */
  losses: () => number
  /** The rights of the key with which the socket was opened. */
  anonymous: CallerClaims
}

/** What the real server answers when it cannot ask the policies. */
export const failureText = (error: unknown) =>
  isDatabaseUnavailable(error)
    ? 'UnableToConnectToProject: Realtime was unable to connect to the project database'
    : 'Unknown Error on Channel'

/** Finds out what a client may do on a channel of its socket. */
export function createAdmission({ keys, authorizer, losses, anonymous }: AdmissionOptions) {
  /** The rights of a token; without one, those of the key. */
  async function claimsOf(token: string | undefined): Promise<CallerClaims | BadToken> {
    if (token === undefined) return anonymous
    return readChannelToken(token, keys).catch((error: unknown) => {
      if (error instanceof BadToken) return error
      throw error
    })
  }

  async function readableOf(claims: CallerClaims, topic: string): Promise<Allowed> {
    const before = losses()
    const readable = await authorizer.readable(claims, topic, ['broadcast', 'presence'])
    // The answer may be older than a loss that is not announced to a channel before it is joined.
    return before === losses() ? readable : readableOf(claims, topic)
  }

  /** @throws Refused for a token that is not valid */
  async function callerOf({ token }: JoinRequest): Promise<CallerClaims> {
    const claims = await claimsOf(token)
    if (claims instanceof BadToken) throw new Refused(`${claims.code}: ${claims.message}`)
    return claims
  }

  /** @throws Refused without a right to read */
  async function admit({ name, config }: JoinRequest, claims: CallerClaims): Promise<Allowed> {
    const readable = config.private
      ? await readableOf(claims, name)
      : new Set<Extension>(['broadcast', 'presence'])
    if (readable.size > 0) return readable
    throw new Refused(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
  }

  return { claimsOf, callerOf, admit }
}
