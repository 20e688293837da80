const TIMEOUT_MS = 10_000

/** The request for `/portal.json`, of the app and of the page's head script: arguments of `fetch`. */
export const portalRequest = (): [path: string, init: RequestInit] => [
  '/portal.json',
  {
    cache: 'no-cache',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  },
]
