import { errorCode } from '../error-code'
import { isDatabaseUnavailable } from '../http/database-restart'
import { findDiskError } from '../http/disk-error'
import { costlyQuery, DataApiError } from './data-api-error'

/** HTTP status by SQLSTATE as PostgREST documents it (docs.postgrest.org, "Errors", HTTP status codes). */
const byCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}
const statusOfClasses: [status: number, classes: string][] = [
  [403, '0L 0P 28'],
  [500, '09 25 2D 38 39 3B 40 54 55 57 58 F0 HV P0 XX'],
  [503, '08 53'],
]

export function statusOf(sqlState: string, message = ''): number {
  // A statement that safeupdate refused is the caller's fault, any other too many rows the server's.
  if (sqlState === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (sqlState === '22023' && /^role .* does not exist$/.test(message)) return 401
  // A search in the request that is too deep or too long for PostgreSQL, which has no code of its own for that.
  if (/^(54000|XX000)$/.test(sqlState) && message.includes('tsquery')) return 400
  const group = statusOfClasses.find(([, classes]) => classes.split(' ').includes(sqlState.slice(0, 2)))
  return byCode[sqlState] ?? group?.[0] ?? 400
}

/** Codes that lite 0.10.0 answers correctly by itself. */
const handledByLite = (code: string, message: string) =>
  /^(22|42(?!P01)|55|PT|23502|25006|PGRST)/.test(code) && statusOf(code, message) !== 401

const text = (error: Error, name: string): string | null => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : null
}

/** PostgREST's answer while the database restarts. `X-Database` is for this backend, which asks again for reads. */
export const noConnection = {
  code: 'PGRST001',
  details: 'no connection to the server\n',
  hint: null,
  message: 'Database client error. Retrying the connection.',
}
export const noConnectionHeaders = { 'Retry-After': '0', 'X-Database': 'away' }

/** Defect 3: lite answers codes that it does not know with HTTP 500 "SUP". */
export function toDataApiError(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) return new DataApiError(503, noConnection, noConnectionHeaders)
  const disk = findDiskError(error)
  if (disk) return new DataApiError(507, { code: disk.sqlState, message: disk.message, details: disk.code })
  const code = errorCode(error)
  // Of the driver: rows with different keys have all of them.
  if (code === 'MAX_PARAMETERS_EXCEEDED') return costlyQuery('The body has too many values')
  if (!(error instanceof Error) || !/^[0-9A-Z]{5}$/.test(code) || handledByLite(code, error.message))
    return error
  const { message } = error
  const headers = statusOf(code, message) === 503 ? { 'Retry-After': '0' } : {}
  const body = {
    code,
    message,
    details: text(error, 'detail'),
    hint: text(error, 'hint'),
  }
  return new DataApiError(statusOf(code, message), body, headers)
}
