import { findDiskError } from '../http/disk-error'
import { isDatabaseUnavailable } from '../http/database-restart'

/** HTTP status by SQLSTATE as PostgREST documents it (docs.postgrest.org, "Errors", HTTP status codes). */
const exact: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
}

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

export function statusOf(sqlState: string): number {
  return exact[sqlState] ?? byClass[sqlState.slice(0, 2)] ?? 400
}

/** The codes that lite 0.10.0 answers correctly by itself. */
const handledByLite = (code: string) =>
  /^(42|22|21|55|53|PT)/.test(code) || ['23505', '23503', '23502', '25006', 'PGRST'].includes(code)

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Defect 3: codes lite does not know become HTTP 500 "SUP". They are handed on through its own door for
 * errors raised with SQLSTATE 'PGRST', which carries any status and body.
 */
export function toDataApiError(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) {
    const message = 'The database is restarting. Please try again in a moment.'
    return Object.assign(
      new Error(JSON.stringify({ code: 'PGRST001', message, details: null, hint: null })),
      {
        code: 'PGRST',
        detail: JSON.stringify({ status: 503, headers: { 'Retry-After': '1', 'X-Database': 'away' } }),
      },
    )
  }
  const trouble = findDiskError(error)
  if (trouble) {
    const body = { code: trouble.sqlState, message: trouble.message, details: trouble.code, hint: null }
    return Object.assign(new Error(JSON.stringify(body)), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 507, headers: {} }),
    })
  }
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = error.code
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || handledByLite(code)) return error
  const details = 'detail' in error ? text(error.detail) : null
  const hint = 'hint' in error ? text(error.hint) : null
  return Object.assign(new Error(JSON.stringify({ code, message: error.message, details, hint })), {
    code: 'PGRST',
    detail: JSON.stringify({ status: statusOf(code), headers: {} }),
  })
}
