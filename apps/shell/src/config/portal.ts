import { parseRegistry, type Registry } from '@helpdesk/remote-contract/registry'

const TIMEOUT_MS = 10_000

/**
 * Reads `/portal.json`: the addresses of the backend and the registry of remotes.
 * @throws Error on a timeout of ten seconds, another failure of the request, or invalid content
 */
export async function loadPortalConfig(request: typeof fetch = fetch): Promise<Registry> {
  const response = await request('/portal.json', {
    cache: 'no-cache',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`/portal.json answered ${response.status}`)
  return parseRegistry(await response.json())
}
