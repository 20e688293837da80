const loopback = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * Whether somebody on this machine asks, and of their own: not through a foreign name that was pointed here (DNS
 * rebinding), not from a page of another origin.
 */
export function isOwnMachine(request: Request, url: URL): boolean {
  const host = request.headers.get('host') ?? url.host
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  if (!loopback.test(named)) return false
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate'
  // The browser's own word comes first: under `no-referrer` the page's own form sends the origin "null".
  if (site !== null) return site === 'same-origin' || site === 'none' || navigates
  const origin = request.headers.get('origin')
  return origin === null || (URL.canParse(origin) && new URL(origin).host === host)
}
