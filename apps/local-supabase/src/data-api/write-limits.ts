import { HttpError } from '../http/http-error'
import type { Limits } from '../limits/limits'

/** What other people get to read, and mails about. */
const writePaths = /^\/rest\/v1\/(tickets|comments|rpc\/send_reply)\/*$/

/** The data API reads `%74ickets` as well. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Counts tickets, comments and replies by the address they come from. What one person may send is counted by the
 * database (migration write_limits); with many accounts one would get around that.
 * @returns the refusal in the words of the data API
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
