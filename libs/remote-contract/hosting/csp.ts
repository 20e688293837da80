import { createHash } from 'node:crypto'

/** Where a release of a remote is served: an address or a rooted path. */
interface Release {
  base: string
}

/** Content of `/portal.json`. The backend and the remotes may have other origins. */
export interface PortalConfig {
  supabase: { url: string; publishableKey: string }
  remotes: Record<
    string,
    Release & { previous?: Release[] | undefined; canary?: { release: Release } | undefined }
  >
}

const inlineScript = /<script(?![^>]*\ssrc\s*=)([^>]*)>([\s\S]*?)<\/script>/gi

/** CSP sources of a page's inline scripts. JSON blocks are not executed and need none. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = [...html.matchAll(inlineScript)]
    .filter(([, attributes = '']) => !/type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [...new Set(hashes)]
}

function foreignOrigin(address: string, own: string): string[] {
  if (!URL.canParse(address, own)) return []
  const { origin } = new URL(address, own)
  return origin === own ? [] : [origin]
}

/** Other origins of remotes: those of earlier releases and canaries are loaded too. */
function remoteOrigins({ remotes }: PortalConfig, own: string): string[] {
  const releases = Object.values(remotes).flatMap((entry) => [
    entry,
    ...(entry.previous ?? []),
    ...(entry.canary ? [entry.canary.release] : []),
  ])
  return [...new Set(releases.flatMap(({ base }) => foreignOrigin(base, own)))]
}

/**
 * Allows the portal's own files, its backend, and the remotes of `portal.json`. Inline styles are allowed because the
 * styling library inserts them at run time.
 */
export function contentSecurityPolicy(html: string, portal: PortalConfig, own: string): string {
  const backend = foreignOrigin(portal.supabase.url, own)
  const sockets = backend.map((origin) => origin.replace(/^http/, 'ws'))
  const remotes = remoteOrigins(portal, own)
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inlineScriptHashes(html), ...remotes],
    ['style-src', "'self'", "'unsafe-inline'", ...remotes],
    ['img-src', "'self'", 'data:', 'blob:', ...backend, ...remotes],
    ['connect-src', "'self'", ...backend, ...sockets, ...remotes],
    ['font-src', "'self'", ...remotes],
    ['manifest-src', "'self'"],
    // For the viewer of PDF attachments: a script of another origin is imported by a blob.
    ['worker-src', "'self'", ...(remotes.length > 0 ? ['blob:', ...remotes] : [])],
    ['frame-src', "'self'", 'blob:'],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['object-src', "'none'"],
    // Only the policies of the PDF viewer's worker and of the offline page's may turn text into scripts.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'helpdesk-worker', 'helpdesk-offline'],
  ]
  return directives.map((parts) => parts.join(' ')).join('; ')
}
