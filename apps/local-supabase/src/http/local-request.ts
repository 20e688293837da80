import { getConnection } from './connection'

const loopback = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Headers that proxies add and browsers do not send. */
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
 * Whether the request comes from this machine and its own pages: not through a proxy, a foreign host name (DNS
 * rebinding) or a page of another origin.
 * @param origin of this backend; without it, the port of `Host` is not compared
 */
export function isLocalRequest(request: Request, url: URL, origin?: string): boolean {
  if (isForwarded(request)) return false
  const host = request.headers.get('host') ?? url.host
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!named || !loopback.test(named.hostname)) return false
  if (origin !== undefined && named.port !== new URL(origin).port) return false
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate'
  // Checked before Origin: under `no-referrer` the page's own form sends the origin "null".
  if (site !== null) return site === 'same-origin' || site === 'none' || navigates
  const from = request.headers.get('origin')
  return from === null || (URL.canParse(from) && new URL(from).host === host)
}
