import {
  AppError,
  ConflictError,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  UnknownError,
  ValidationError,
  type AppErrorDetails,
} from './app-error'
import { dataApiStatus } from './data-api-status'

type Failure = AppErrorDetails & { message: string }
type Kind = new (message: string, details?: AppErrorDetails) => AppError

const byStatus: Record<number, Kind> = {
  0: NetworkError,
  400: ValidationError,
  401: ForbiddenError,
  403: ForbiddenError,
  404: NotFoundError,
  406: NotFoundError,
  408: NetworkError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  423: NetworkError,
  429: RateLimitedError,
  502: NetworkError,
  503: NetworkError,
  504: NetworkError,
  544: NetworkError,
}

/** Codes of the auth server that their HTTP status would misclassify. */
const byAuthCode: Record<string, { kind: Kind; field?: string }> = {
  invalid_credentials: { kind: ForbiddenError },
  email_not_confirmed: { kind: ForbiddenError },
  user_banned: { kind: ForbiddenError },
  signup_disabled: { kind: ForbiddenError },
  session_not_found: { kind: ForbiddenError },
  session_expired: { kind: ForbiddenError },
  session_missing: { kind: ForbiddenError },
  refresh_token_not_found: { kind: ForbiddenError },
  refresh_token_already_used: { kind: ForbiddenError },
  bad_code_verifier: { kind: ForbiddenError },
  pkce_code_verifier_not_found: { kind: ForbiddenError },
  flow_state_not_found: { kind: ForbiddenError },
  flow_state_expired: { kind: ForbiddenError },
  otp_expired: { kind: ForbiddenError },
  user_already_exists: { kind: ConflictError, field: 'email' },
  email_exists: { kind: ConflictError, field: 'email' },
  email_address_invalid: { kind: ValidationError, field: 'email' },
  weak_password: { kind: ValidationError, field: 'password' },
  same_password: { kind: ValidationError, field: 'password' },
  over_request_rate_limit: { kind: RateLimitedError },
  over_email_send_rate_limit: { kind: RateLimitedError },
}

/** SQLSTATEs and PostgREST codes. `P0001` is looked up by its detail, `PTnnn` by its status. */
const byDatabaseCode: Record<string, Kind> = {
  '42501': ForbiddenError,
  PGRST300: ForbiddenError,
  PGRST301: ForbiddenError,
  PGRST302: ForbiddenError,
  PGRST303: ForbiddenError,
  PGRST116: NotFoundError,
  PGRST205: NotFoundError,
  '23505': ConflictError,
  '40001': ConflictError,
  '40P01': ConflictError,
  '23503': ConflictError,
  '23514': ValidationError,
  '23502': ValidationError,
  '22P02': ValidationError,
  '22001': ValidationError,
  '22007': ValidationError,
  '22023': ValidationError,
  // A statement of ours that hosted projects refuse (an update without WHERE), not an input.
  '21000': UnknownError,
}

/** Patterns of the codes that database rules put into `detail`. */
const byRule: readonly (readonly [RegExp, Kind])[] = [
  [/^(admin|agent)_required$|_forbidden$|^not_authenticated$/, ForbiddenError],
  [/_not_found$/, NotFoundError],
  [/^last_admin$|_exists$|_already_\w+$/, ConflictError],
  [/rate_limited$/, RateLimitedError],
]

function createError(kind: Kind, failure: Failure): AppError {
  const { message, ...details } = failure
  return new kind(message, details)
}

/** The error for an HTTP status. Unlisted statuses become {@link UnknownError}. */
export function errorFromStatus(status: number, failure: Failure): AppError {
  return createError(byStatus[status] ?? UnknownError, { ...failure, status })
}

/** The error for a failure reported by the auth server: by its code, else by its status. */
export function errorFromAuth(failure: Failure): AppError {
  const known = failure.code === undefined ? undefined : byAuthCode[failure.code]
  if (!known) return errorFromStatus(failure.status ?? 500, failure)
  return createError(known.kind, { ...failure, field: known.field })
}

/**
 * The error for a failure reported by the data API.
 * @param failure `code` is the SQLSTATE or PostgREST code, `detail` the stable code of a rule raised with `P0001`.
 */
export function errorFromDatabase(failure: Failure & { code: string; detail: string | null }): AppError {
  const { detail, ...rest } = failure
  const rule = detail && /^[a-z][a-z0-9_]*$/.test(detail) ? detail : null
  const named = rule ? { ...rest, code: rule } : rest
  const custom = /^PT(\d{3})$/.exec(failure.code)
  if (custom) return errorFromStatus(Number(custom[1]), named)
  if (failure.code === 'P0001') {
    const kind = rule ? byRule.find(([pattern]) => pattern.test(rule))?.[1] : undefined
    return createError(kind ?? ValidationError, named)
  }
  const kind = byDatabaseCode[failure.code]
  if (kind) return createError(kind, named)
  const status = dataApiStatus(failure.status ?? 500, failure)
  // Texts of an outage are PostgREST's own, for its operator.
  return errorFromStatus(status, byStatus[status] === NetworkError ? { ...named, code: 'network' } : named)
}
