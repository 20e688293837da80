import type { RemoteName } from '@helpdesk/remote-contract'
import * as z from 'zod/mini'

const remoteSchema = z.object({ entry: z.string().check(z.minLength(1)), version: z.string() })

/** `/portal.json`: addresses of the backend and the remotes, read at run time. */
export const portalSchema = z.object({
  supabase: z.object({ url: z.url(), publishableKey: z.string().check(z.minLength(1)) }),
  remotes: z.object({
    'customer-portal': remoteSchema,
    'agent-workspace': remoteSchema,
    'admin-console': remoteSchema,
  } satisfies Record<RemoteName, typeof remoteSchema>),
})
export type PortalConfig = z.output<typeof portalSchema>

const TIMEOUT_MS = 10_000

/**
 * Reads `/portal.json`.
 * @throws Error on a timeout of ten seconds, another failure of the request, or invalid content
 */
export async function loadPortalConfig(request: typeof fetch = fetch): Promise<PortalConfig> {
  const response = await request('/portal.json', {
    cache: 'no-cache',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`/portal.json answered ${response.status}`)
  const parsed = z.safeParse(portalSchema, await response.json())
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`/portal.json is not valid: ${issue?.path.join('.') ?? ''}`)
  }
  return parsed.data
}
