import { getConnection } from './connection'

const loopback = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** What proxies add. A browser on this machine sends none of them. */
const forwarding = new Set([
  'forwarded',
  'via',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
])

function isForwarded(request: Request): boolean {
  const named = [...request.headers.keys()].some(
    (name) => forwarding.has(name) || name.startsWith('x-forwarded-'),
  )
  return named || getConnection(request)?.isHttp10 === true
}

/**
 * Whether the request comes from this machine and from its own pages: not through a proxy, not through a foreign name
 * that was pointed here (DNS rebinding), not from a page of another origin.
 * @param origin this backend's; without it the port of `Host` is not compared
 */
export function isLocalRequest(request: Request, url: URL, origin?: string): boolean {
  if (isForwarded(request)) return false
  const host = request.headers.get('host') ?? url.host
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!named || !loopback.test(named.hostname)) return false
  if (origin !== undefined && named.port !== new URL(origin).port) return false
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate'
  // The browser's own word comes first: under `no-referrer` the page's own form sends the origin "null".
  if (site !== null) return site === 'same-origin' || site === 'none' || navigates
  const from = request.headers.get('origin')
  return from === null || (URL.canParse(from) && new URL(from).host === host)
}
