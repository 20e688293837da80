import { extname } from 'node:path'
import type { FileHeaders } from './target'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const ENCODINGS: Record<string, string> = { '.br': 'br', '.gz': 'gzip' }

/** The encoding of a compressed sibling (`routes.js.br`), from its name. */
export function encodingOf(path: string): string | undefined {
  return ENCODINGS[extname(path)]
}

/**
 * The headers of a file by its name. A compressed sibling has the type of its original.
 * @param immutable - its address never gets another content
 */
export function headersOf(path: string, immutable: boolean): FileHeaders {
  const encoding = encodingOf(path)
  const name = encoding ? path.slice(0, -extname(path).length) : path
  return {
    'content-type': TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding && { 'content-encoding': encoding }),
  }
}
