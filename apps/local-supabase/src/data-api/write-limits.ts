import { HttpError } from '../http/http-error'
import type { Limits } from '../limits/limits'

/** Writes that other people read and receive mails about. */
const writePaths = /^\/rest\/v1\/(tickets|comments|rpc\/(send|queue)_reply)\/*$/

/** The data API also accepts `%74ickets`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Limits tickets, comments and replies per address. The database limits each account (migration write_limits), which
 * many accounts of one sender would evade.
 */
export function limitWrites(request: Request, url: URL, limits: Limits): Response | undefined {
  if ((request.method !== 'POST' && request.method !== 'PUT') || !writePaths.test(decoded(url.pathname)))
    return undefined
  try {
    limits.takeAddress('posts', request)
    return undefined
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const seconds = error.headers['retry-after'] ?? '1'
    const message = `That was too much at once. Please wait ${seconds} seconds.`
    return Response.json(
      { code: 'PT429', message, details: 'address_limit', hint: seconds },
      { status: 429, headers: error.headers },
    )
  }
}
