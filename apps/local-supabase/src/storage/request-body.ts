import { readAtMost } from '../http/body-limit'
import { checkBody } from '../http/request-shape'
import { HttpError } from '../http/http-error'
import { invalidRequest, tooLarge } from './errors'
import { boundaryOf, partsOf } from './multipart-bounds'

/** An uploaded file. */
export interface Upload {
  bytes: Buffer
  mimeType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

/** For the multipart boundaries and the text fields beside the file. */
const multipartOverhead = 64 * 1024
/** A thousand of the longest keys. */
const jsonLimit = 2 * 1024 * 1024

/** Bytes of a file's metadata, which each list and answer repeats. */
const metadataLimit = 16 * 1024

/** Parts of an upload: the file and a few text fields. */
const partLimit = 20

/** @throws StorageError `InvalidRequest` */
function checkShape(bytes: Uint8Array): void {
  try {
    checkBody(bytes, 'application/json')
  } catch (error) {
    throw error instanceof HttpError ? invalidRequest(error.message) : error
  }
}

async function readCapped(request: Request, limit: number): Promise<Buffer> {
  const bytes = await readAtMost(request, limit)
  if (!bytes) throw tooLarge()
  return bytes
}

/** @returns undefined for invalid JSON */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, jsonLimit)
  checkShape(bytes)
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseMetadata(text: string): Record<string, unknown> {
  const bytes = Buffer.from(text)
  if (bytes.length > metadataLimit) throw invalidRequest('metadata is too large')
  checkShape(bytes)
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Rejected below.
  }
  throw invalidRequest('metadata must be a JSON object')
}

/**
 * Reads an upload of supabase-js: multipart for Blobs and Files (a field named "", beside `cacheControl` and `metadata`),
 * the raw body otherwise. Buffers at most `limit` bytes of the file.
 * @throws StorageError `EntityTooLarge`, `InvalidRequest`
 */
export async function readUpload(request: Request, limit: number): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!contentType.startsWith('multipart/form-data')) {
    const header = request.headers.get('x-metadata')
    return {
      bytes: await readCapped(request, limit),
      mimeType: contentType || 'application/octet-stream',
      cacheControl: request.headers.get('cache-control') ?? 'no-cache',
      userMetadata: header ? parseMetadata(Buffer.from(header, 'base64').toString('utf8')) : null,
    }
  }
  const raw = await readCapped(request, limit + multipartOverhead)
  const boundary = boundaryOf(contentType)
  if (!boundary) throw invalidRequest('The multipart body has no boundary')
  if (!partsOf(raw, boundary, partLimit))
    throw invalidRequest('The multipart body has too many parts, or a header that is too long')
  // Parsed by the boundary that was checked, whatever else the header names.
  const type = `multipart/form-data; boundary="${boundary}"`
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalidRequest('The multipart body cannot be read')
    })
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (!file || typeof file === 'string') throw invalidRequest('The multipart body contains no file')
  if (file.size > limit) throw tooLarge()
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    mimeType: file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' ? `max-age=${seconds}` : 'no-cache',
    userMetadata: typeof metadata === 'string' ? parseMetadata(metadata) : null,
  }
}
