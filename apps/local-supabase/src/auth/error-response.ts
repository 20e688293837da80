import { z } from 'zod'
import { json } from '../http/respond'
import { HttpError } from '../http/http-error'
import { WeakPassword } from './passwords'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

/** GoTrue cannot parse a body whose types are wrong; other rules have their own answers. */
function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (!(error instanceof z.ZodError)) return undefined
  return error.issues.some(({ code }) => code === 'invalid_type')
    ? new HttpError(400, 'bad_json', 'Could not parse request body as JSON: wrong type of value')
    : new HttpError(400, 'validation_failed', 'The request is not valid')
}

/**
 * An error as GoTrue answers it: `{code, message}` for clients that name that version of its API, as auth-js does, else
 * the older form.
 * @returns undefined for errors of the server
 */
export function errorResponse(error: unknown, request: Request): Response | undefined {
  const known = httpErrorOf(error)
  if (!known) return undefined
  const { status, code, message, headers } = known
  const weak = known instanceof WeakPassword ? { weak_password: { reasons: known.reasons } } : {}
  if ((request.headers.get(VERSION_HEADER) ?? '') < VERSION)
    return json({ code: status, error_code: code, msg: message, ...weak }, status, headers)
  return json({ code, message, ...weak }, status, { ...headers, [VERSION_HEADER]: VERSION })
}

export const notFound = (): Response => new Response('404 page not found\n', { status: 404 })
