import { apiKeyKind, bearerToken } from '../http/caller'
import { json } from '../http/respond'
import { mintToken } from '../http/tokens'
import type { Keys } from '../http/types'

/** Addresses that browsers open from links and redirects, without a key; Storage judges its callers itself. */
const openPaths = /^\/(storage\/v1\/|auth\/v1\/(verify|callback|authorize|sso\/|\.well-known\/))/

const isKey = (value: string | null | undefined) => value?.startsWith('sb_') === true

/** The platform's answer to a request without a valid key; undefined for a request that may pass. */
export function refuseKey(request: Request, url: URL, keys: Keys): Response | undefined {
  const bearer = bearerToken(request)
  const apikey =
    request.headers.get('apikey') ?? url.searchParams.get('apikey') ?? (isKey(bearer) ? bearer : undefined)
  if (isKey(apikey) && !apiKeyKind(request, url, keys))
    return json({ message: 'Invalid API key', hint: 'Double check your API key.' }, 401)
  if (apikey || openPaths.test(url.pathname)) return undefined
  const hint = 'No `apikey` request header or url param was found.'
  return json({ message: 'No API key found in request', hint }, 401)
}

/** `Authorization` as the platform's gateway sends it on: the user's token, or one with the rights of the key. */
export async function authorizationOf(request: Request, url: URL, keys: Keys): Promise<string | undefined> {
  const sent = request.headers.get('authorization')
  if (sent && !isKey(bearerToken(request))) return sent
  const kind = apiKeyKind(request, url, keys)
  return kind && `Bearer ${await mintToken({ role: kind === 'secret' ? 'service_role' : 'anon' }, keys)}`
}
