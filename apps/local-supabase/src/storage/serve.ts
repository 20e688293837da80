import type { OpenBlob } from './blobs'
import { essence } from './content-types'
import type { ObjectRow } from './rows'

/** Types that cannot contain scripts. */
const inlineAlways = new Set(['image/png', 'image/jpeg', 'image/gif'])
/** Shown inline only through a signed URL. PDF is always a download, because readers run scripts. */
const inlineWhenSigned = new Set(['text/plain'])
/** Types that a browser would execute, sent as application/octet-stream. */
const active = /html|svg|xml|script|ecmascript|shockwave|mhtml/

/**
 * Reduces the declared type to its name and charset: of `text/plain;x, text/html` a browser would use the last, and
 * parameters may be arbitrarily long.
 */
function safeType(declared: string): string {
  const type = essence(declared)
  if (active.test(type) || !/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type)) return 'application/octet-stream'
  const charset = /;\s*charset="?([\w-]{1,40})"?\s*(;|$)/i.exec(declared)?.[1]
  return charset && !declared.includes(',') ? `${type};charset=${charset}` : type
}

/** `download` is the requested file name, null without the parameter. */
export interface ServeOptions {
  signed: boolean
  download: string | null
}

const quoteName = (name: string) => `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`

/** Headers of every response with uploaded bytes, which must never run in the portal's origin. */
export function objectHeaders(row: ObjectRow, options: ServeOptions): Headers {
  const declared = row.metadata?.mimetype ?? 'application/octet-stream'
  const type = essence(declared)
  const inline =
    options.download === null && (inlineAlways.has(type) || (options.signed && inlineWhenSigned.has(type)))
  const name = options.download || (row.name.split('/').at(-1) ?? 'download')
  const headers = new Headers({
    'content-type': safeType(declared),
    'content-disposition': inline ? `inline; ${quoteName(name)}` : `attachment; ${quoteName(name)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Permissions may be revoked at any time, so caches must revalidate.
    'cache-control': 'private, no-cache',
    'content-length': String(row.metadata?.size ?? 0),
  })
  if (row.metadata?.eTag) headers.set('etag', row.metadata.eTag)
  if (row.metadata?.lastModified)
    headers.set('last-modified', new Date(row.metadata.lastModified).toUTCString())
  return headers
}

/** Responds with the object's bytes, or 304. */
export async function serveObject(
  request: Request,
  row: ObjectRow,
  blob: OpenBlob,
  options: ServeOptions,
): Promise<Response> {
  const headers = objectHeaders(row, options)
  headers.set('content-length', String(blob.size))
  const known = request.headers.get('if-none-match')
  if (known && known === headers.get('etag')) {
    await blob.stream.cancel()
    headers.delete('content-length')
    return new Response(null, { status: 304, headers })
  }
  if (request.method === 'HEAD') {
    await blob.stream.cancel()
    return new Response(null, { headers })
  }
  return new Response(blob.stream, { headers })
}
