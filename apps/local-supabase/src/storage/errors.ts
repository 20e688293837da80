import { diskFull, findDiskError } from '../http/disk-error'
import { HttpError } from '../http/http-error'

/** Statuses that Storage also sends as such. Its gateway sends 429. */
const sentAsSuch = new Set([429, 500, 544])

/**
 * An error of hosted Storage: HTTP 400 for nearly every failure, also passing ones, with the actual status in the body's
 * `statusCode`. supabase-js exposes both.
 */
export class StorageError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
    readonly label: string = code,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }

  toResponse(): Response {
    const body = {
      statusCode: String(this.statusCode),
      code: this.code,
      error: this.label,
      message: this.message,
    }
    return Response.json(body, {
      status: sentAsSuch.has(this.statusCode) ? this.statusCode : 400,
      headers: { ...this.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    })
  }
}

export const noSuchObject = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const wrongType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const typeMismatch = (type: string) =>
  new StorageError(
    415,
    'InvalidMimeType',
    `The content of the file is not ${type} as declared`,
    'invalid_mime_type',
  )
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`, 'Invalid key')
export const invalidRequest = (message: string) =>
  new StorageError(400, 'InvalidRequest', message, 'Invalid request')
export const keyExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const noRoom = () => new StorageError(507, 'DiskFull', diskFull.message, diskFull.code)
export const lockTimeout = () =>
  new StorageError(503, 'LockTimeout', 'acquiring lock timeout', 'acquiring_lock_timeout')
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, 'Unauthorized')
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message, 'InvalidJWT')

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

export const sqlStateOf = (error: unknown): string => String(field(error, 'code'))

/** What Storage answers to an error of the database. */
function fromDatabase(sqlState: string, message: string): StorageError | undefined {
  switch (sqlState) {
    case '42501':
      return accessDenied(
        message.includes('row-level security') ? 'new row violates row-level security policy' : message,
      )
    case '23505':
      return new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', 'Duplicate')
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked')
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
    case '42703':
    case '42P01':
      return new StorageError(
        503,
        'DatabaseSchemaMismatch',
        'The database schema is out of sync. Please run migrations or contact support.',
      )
    default:
      return /^[0-9A-Z]{5}$/.test(sqlState)
        ? new StorageError(500, 'DatabaseError', `database error, code: ${sqlState}`)
        : undefined
  }
}

/** Converts an error; undefined for internal faults. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  // On hosted projects the gateway applies rate limits and answers with the plain status.
  if (error instanceof HttpError && error.status === 429)
    return new StorageError(429, 'TooManyRequests', error.message, 'too_many_requests', error.headers)
  if (error instanceof HttpError && error.status === 400) return invalidRequest(error.message)
  if (error instanceof HttpError && error.status === 408)
    return new StorageError(408, 'RequestTimeout', error.message, 'request_timeout', error.headers)
  const trouble = findDiskError(error)
  if (trouble === diskFull) return noRoom()
  if (trouble) return new StorageError(507, 'DiskReadOnly', trouble.message, trouble.code)
  const message = error instanceof Error ? error.message : ''
  if (field(error, 'status') === 401) return accessDenied(message)
  return fromDatabase(sqlStateOf(error), message)
}
