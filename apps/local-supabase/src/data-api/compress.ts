import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { accepts } from '../static/files'

/** Smaller answers fit into one packet anyway. */
const MINIMUM_BYTES = 1024
/** Rows repeat their keys: faster levels lose little. */
const QUALITY = { level: constants.Z_BEST_SPEED + 2 }

/**
 * Compresses an answer with rows, as hosted Supabase does. BREACH does not apply: the data API identifies callers by a
 * header that a foreign page cannot send, never by a cookie, and rows contain no tokens. Auth answers, which do, are not
 * compressed.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!response.body || response.headers.has('content-encoding')) return response
  const { status, headers } = response
  headers.append('vary', 'accept-encoding')
  if (!accepts(request, 'gzip')) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length < MINIMUM_BYTES) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  headers.delete('content-length')
  return new Response(new Uint8Array(await promisify(gzip)(bytes, QUALITY)), { status, headers })
}
