import { findDiskError } from './disk-error'
import { isDatabaseUnavailable } from './database-restart'
import { describeError } from './error-log'
import { HttpError } from './http-error'

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

/** The response while the database restarts: the outcome of a write is unknown. */
export function databaseUnavailable(): Response {
  const message = 'The database is restarting. Please try again in a moment.'
  const headers = { 'retry-after': '1', 'x-database': 'away' }
  return json({ code: 503, error_code: 'database_away', msg: message, message }, 503, headers)
}

/**
 * An error in the formats that the clients expect: `msg` and `error_code` for Auth, `message` for the rest, `code` for the
 * data API.
 */
export function errorResponse(error: unknown, log: (line: string) => void, path = ''): Response {
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    if (path.startsWith('/rest/v1'))
      return json(
        { code: `PT${status}`, error_code: code, message, details: code, hint: null },
        status,
        headers,
      )
    return json({ code: status, error_code: code, msg: message, message }, status, headers)
  }
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  const trouble = findDiskError(error)
  if (trouble) {
    const { code, message } = trouble
    log(message)
    return json({ code: 507, error_code: code, msg: message, message: message }, 507)
  }
  log(`Unexpected failure: ${describeError(error)}`)
  return json(
    { code: 500, error_code: 'unexpected_failure', msg: 'Internal error', message: 'Internal error' },
    500,
  )
}
