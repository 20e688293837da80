import type {} from '@helpdesk/supabase/head-start'
import { learnServerTime } from '@helpdesk/ui/clock/server-clock'
import { parseRegistry, type Registry } from '@helpdesk/remote-contract/registry'
import { portalRequest } from './portal-request'

declare const __REGISTRY_KEYS__: string[]

/** `fetch`, but the first answer is that of the page's head script. Each answer also tells the server's time. */
const fetchPortal: typeof fetch = async (...request) => {
  const early = globalThis.__helpdeskStart?.portal
  if (!early) {
    const answer = await fetch(...request)
    learnServerTime(answer)
    return answer
  }
  delete globalThis.__helpdeskStart?.portal
  return (await early).clone()
}

/**
 * Reads `/portal.json`: the addresses of the backend and the registry of remotes.
 * @param keys - Ed25519 public keys, one of which must have signed it; without keys it may be unsigned
 * @throws Error on a timeout of ten seconds, another failure of the request, or invalid content; RefusedRegistry
 */
export async function loadPortalConfig(
  request: typeof fetch = fetchPortal,
  keys: string[] = __REGISTRY_KEYS__,
): Promise<Registry> {
  const response = await request(...portalRequest())
  if (!response.ok) throw new Error(`/portal.json answered ${response.status}`)
  const content: unknown = await response.json()
  if (keys.length > 0) await (await import('./trusted-registry')).expectTrusted(content, keys)
  return parseRegistry(content)
}
