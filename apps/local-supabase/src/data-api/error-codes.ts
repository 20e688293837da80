import { errorCode } from '../error-code'
import { isDatabaseUnavailable } from '../http/database-restart'
import { findDiskError } from '../http/disk-error'
import { DataApiError } from './data-api-error'

/** HTTP status by SQLSTATE as PostgREST documents it (docs.postgrest.org, "Errors", HTTP status codes). */
const byCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
}
const statusOfClasses: [status: number, classes: string][] = [
  [403, '0L 0P 28'],
  [500, '09 25 2D 38 39 3B 40 54 55 57 58 F0 HV P0 XX'],
  [503, '08 53'],
]

export function statusOf(sqlState: string): number {
  const group = statusOfClasses.find(([, classes]) => classes.split(' ').includes(sqlState.slice(0, 2)))
  return byCode[sqlState] ?? group?.[0] ?? 400
}

/** Codes that lite 0.10.0 answers correctly by itself. */
const handledByLite = (code: string) =>
  /^(42|22|21|55|53|PT)/.test(code) || ['23505', '23503', '23502', '25006', 'PGRST'].includes(code)

const text = (error: Error, name: string): string | null => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : null
}

/** Defect 3: lite answers codes that it does not know with HTTP 500 "SUP". */
export function toDataApiError(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) {
    const message = 'The database is restarting. Please try again in a moment.'
    const headers = { 'Retry-After': '1', 'X-Database': 'away' }
    return new DataApiError(503, { code: 'PGRST001', message }, headers)
  }
  const disk = findDiskError(error)
  if (disk) return new DataApiError(507, { code: disk.sqlState, message: disk.message, details: disk.code })
  const code = errorCode(error)
  if (!(error instanceof Error) || !/^[0-9A-Z]{5}$/.test(code) || handledByLite(code)) return error
  const { message } = error
  return new DataApiError(statusOf(code), {
    code,
    message,
    details: text(error, 'detail'),
    hint: text(error, 'hint'),
  })
}
