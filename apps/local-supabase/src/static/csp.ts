import { createHash } from 'node:crypto'

/** What the browser loads the portal from: the backend and the remotes may live elsewhere. */
export interface PortalConfig {
  supabase: { url: string; publishableKey: string }
  remotes: Record<string, { entry: string; version: string }>
}

const inlineScript = /<script(?![^>]*\ssrc\s*=)([^>]*)>([\s\S]*?)<\/script>/gi

/** CSP sources of the scripts written into a page; data blocks (JSON) never run and need none. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(inlineScript)]
    .filter(([, attributes = '']) => !/type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

function foreignOrigin(address: string, own: string): string[] {
  if (!URL.canParse(address, own)) return []
  const { origin } = new URL(address, own)
  return origin === own ? [] : [origin]
}

/**
 * The portal's policy: nothing but its own files, its backend, and the remotes that `portal.json` names.
 * Styles stay inline-able because the styling library writes them at run time.
 */
export function contentSecurityPolicy(html: string, portal: PortalConfig, own: string): string {
  const backend = foreignOrigin(portal.supabase.url, own)
  const sockets = backend.map((origin) => origin.replace(/^http/, 'ws'))
  const remotes = [
    ...new Set(Object.values(portal.remotes).flatMap((remote) => foreignOrigin(remote.entry, own))),
  ]
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inlineScriptHashes(html), ...remotes],
    ['style-src', "'self'", "'unsafe-inline'", ...remotes],
    ['img-src', "'self'", 'data:', 'blob:', ...backend, ...remotes],
    ['connect-src', "'self'", ...backend, ...sockets, ...remotes],
    ['font-src', "'self'", ...remotes],
    ['manifest-src', "'self'"],
    // The reader of PDF attachments works in one.
    ['worker-src', "'self'"],
    ['frame-src', "'self'", 'blob:'],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['object-src', "'none'"],
    // Text never becomes script in any other way than through the one named policy, that of the reader of PDF files.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'helpdesk-worker'],
  ]
  return directives.map((parts) => parts.join(' ')).join('; ')
}
