import { findDiskError } from './disk-error'
import { isDatabaseUnavailable } from './database-restart'
import { describeError } from './error-log'
import { HttpError } from './http-error'
import type { Log } from '../log/log'
import { currentRequestId } from '../log/request-scope'

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

export function html(body: string, status = 200, formTargets = "'self'"): Response {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign)
}

/** A fault of the server. Auth names the request in `error_id`, so that a report can be found in the logs. */
function serverFault(
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Response {
  const id = currentRequestId()
  const body = { code: status, error_code: code, msg: message, message, ...(id && { error_id: id }) }
  return json(body, status, headers)
}

/** The response while the database restarts: the outcome of a write is unknown. */
function databaseUnavailable(): Response {
  const message = 'The database is restarting. Please try again in a moment.'
  const headers = { 'retry-after': '1', 'x-database': 'away' }
  return serverFault(503, 'database_away', message, headers)
}

/**
 * An error in the formats that the clients expect: `msg` and `error_code` for Auth, `message` for the rest, `code` for the
 * data API, `code` and `error` for functions.
 */
export function errorResponse(error: unknown, log: Log, path = ''): Response {
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    if (code.startsWith('PGRST')) return json({ code, message, details: null, hint: null }, status, headers)
    if (path.startsWith('/rest/v1'))
      return json(
        { code: `PT${status}`, error_code: code, message, details: code, hint: null },
        status,
        headers,
      )
    if (path.startsWith('/functions/v1')) return json({ code, message, error: message }, status, headers)
    return json({ code: status, error_code: code, msg: message, message }, status, headers)
  }
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  const trouble = findDiskError(error)
  if (trouble) {
    const { code, message } = trouble
    log(message, { level: 'error' })
    return serverFault(507, code, message)
  }
  log(`Unexpected failure: ${describeError(error)}`, { level: 'error' })
  return serverFault(500, 'unexpected_failure', 'Internal error')
}
