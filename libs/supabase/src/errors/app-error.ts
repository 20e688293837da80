/** Properties of a failure besides its message. */
export interface AppErrorDetails {
  /** A stable identifier, such as `ticket_forbidden`, `weak_password` or an SQLSTATE. */
  code?: string
  /** The HTTP status, 0 when no answer arrived. */
  status?: number
  /** The form field that the failure belongs to. */
  field?: string
  /** Reasons listed by the server, such as those of a weak password. */
  reasons?: readonly string[]
  /** The id of the request, by which it is found in the server's logs. Default: that of the cause. */
  reference?: string | undefined
  /** Whether `message` is a sentence of the server, which screens log and never show. */
  fromServer?: boolean | undefined
  /** The value that the server sends with the code, such as a name or the seconds to wait. */
  hint?: string | undefined
  cause?: unknown
}

/**
 * A failure of the backend. Screens check class and code, and take their words from tables by code: `message` is the
 * server's own sentence where `fromServer` says so.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly reasons: readonly string[]
  /** By which the request is found in the server's logs. */
  reference?: string | undefined
  fromServer?: boolean | undefined
  hint?: string | undefined

  constructor(message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = details.code ?? 'unknown'
    this.status = details.status ?? 0
    this.field = details.field
    this.reasons = details.reasons ?? []
    this.fromServer = details.fromServer
    this.hint = details.hint
    const { cause } = details
    this.reference = details.reference ?? (cause instanceof AppError ? cause.reference : undefined)
  }
}

/** No answer, 502, 503, 504 of a gateway, or a passing failure of Storage (423, 544): a retry may help. */
export class NetworkError extends AppError {
  override name = 'NetworkError'
}
/** Not signed in, or not allowed. */
export class ForbiddenError extends AppError {
  override name = 'ForbiddenError'
}
/** Missing, or not visible to the caller. */
export class NotFoundError extends AppError {
  override name = 'NotFoundError'
}
/** Lost a race, or exists already. */
export class ConflictError extends AppError {
  override name = 'ConflictError'
}
/** The input breaks a rule. */
export class ValidationError extends AppError {
  override name = 'ValidationError'
}
/** Too many requests. */
export class RateLimitedError extends AppError {
  override name = 'RateLimitedError'
}
/** Anything else. */
export class UnknownError extends AppError {
  override name = 'UnknownError'
}
