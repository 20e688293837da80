import type { Level, Log } from '../log/log'
import { currentRequestId, inRequest, requestId } from '../log/request-scope'
import { requests } from '../metrics/requests'
import { createRoutes } from '../log/routes'
import { errorResponse } from './respond'

type Fetch = (request: Request) => Promise<Response>

export const REQUEST_ID = 'x-request-id'

export interface LoggedOptions {
  log: Log
  /** A proxy in front sets `X-Request-Id` on every request. Without one, a client may not choose ids. */
  trustsProxy: boolean
}

const routeOf = createRoutes()

function withId(response: Response, id: string): Response {
  try {
    response.headers.set(REQUEST_ID, id)
    return response
  } catch {
    // The headers of a response that `fetch` returned are immutable.
    const headers = new Headers(response.headers)
    headers.set(REQUEST_ID, id)
    return new Response(response.body, { status: response.status, headers })
  }
}

/** 503 asks to come again, as during a start: what is wrong then has an entry of its own. */
const levelOf = (status: number): Level => (status === 503 ? 'warn' : status >= 500 ? 'error' : 'info')

/**
 * Gives each request an id, which its answer and all its log entries have, and logs its outcome. A request of this process
 * that serves another one belongs to that one.
 */
export function logged(fetch: Fetch, { log, trustsProxy }: LoggedOptions): Fetch {
  return (request) => {
    if (currentRequestId() !== undefined) return fetch(request)
    const id = requestId(trustsProxy ? request.headers.get(REQUEST_ID) : null)
    return inRequest(id, async (scope) => {
      const from = performance.now()
      const response = await fetch(request).catch((error: unknown) => errorResponse(error, log))
      const elapsed = performance.now() - from
      const durationMs = Math.round(elapsed)
      const status = scope.status ?? response.status
      const route = scope.route ?? routeOf(new URL(request.url).pathname)
      log(`${request.method} ${route} ${status}`, {
        level: levelOf(status),
        method: request.method,
        route,
        role: scope.role,
        status,
        durationMs,
      })
      requests.observe({ method: request.method, route, status: String(status) }, elapsed / 1000)
      return withId(response, id)
    })
  }
}
