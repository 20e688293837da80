import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { toWebStream } from '../http/file-stream'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** `assets/index-BtQ2m9xK.js`: the name contains a hash of the content. */
const hashed = /\/assets\/[^/]+-[\w-]{8}\.\w+$/

/** A file or its compressed sibling from the build. */
interface Variant {
  path: string
  encoding: 'br' | 'gzip' | undefined
  size: number
  etag: string
}

/**
 * Resolves a request's path below `root`.
 * @returns undefined for `..`, hidden files and invalid encodings
 */
export function safePath(root: string, pathname: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const parts = decoded.split('/').filter((part) => part !== '')
  const bad = (part: string) => part.startsWith('.') || /[\\\0:]/.test(part)
  return parts.some(bad) ? undefined : join(root, ...parts)
}

export function accepts(request: Request, encoding: string): boolean {
  const offers = (request.headers.get('accept-encoding') ?? '').split(',')
  return offers.some((offer) => {
    const [name = '', weight] = offer.split(/;\s*q=/)
    return name.trim() === encoding && Number(weight ?? 1) > 0
  })
}

async function variantOf(path: string, encoding: Variant['encoding']): Promise<Variant | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) return undefined
  const etag = `"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}${encoding ?? ''}"`
  return { path, encoding, size: info.size, etag }
}

/** Skips a sibling that is from an earlier build: older than its file, whose name does not tell. */
async function pickVariant(request: Request, path: string, isHashed: boolean): Promise<Variant | undefined> {
  const plain = await variantOf(path, undefined)
  if (!plain) return undefined
  // A build restored from a cache has its files in any order of time.
  const built = isHashed ? 0 : (await stat(path)).mtimeMs
  for (const [encoding, extension] of [['br', '.br'] as const, ['gzip', '.gz'] as const]) {
    if (!accepts(request, encoding)) continue
    const sibling = await stat(path + extension).catch(() => undefined)
    if (sibling && sibling.mtimeMs >= built) return variantOf(path + extension, encoding)
  }
  return plain
}

/**
 * Sends a file of a build. Hashed names are cached forever, others are revalidated.
 * @returns undefined if the file does not exist
 */
export async function sendFile(
  request: Request,
  pathname: string,
  path: string,
  extra: Record<string, string> = {},
): Promise<Response | undefined> {
  const isHashed = hashed.test(pathname)
  const variant = await pickVariant(request, path, isHashed)
  if (!variant) return undefined
  const headers = new Headers({
    'content-type': types[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: variant.etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...extra,
  })
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(variant.etag)) return new Response(null, { status: 304, headers })
  if (variant.encoding) headers.set('content-encoding', variant.encoding)
  headers.set('content-length', String(variant.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(toWebStream(createReadStream(variant.path)), { headers })
}
