import { AppError, NetworkError, UnknownError } from './app-error'
import { errorFromAuth, errorFromDatabase, errorFromStatus } from './classify'
import { recallReference } from './references'
import { errorFromStorage } from './storage-error'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | undefined => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
}

function isLostConnection(name: string, message: string): boolean {
  if (name === 'AbortError' || name === 'TimeoutError') return true
  // messages of browsers and Node for a request without an answer; postgrest-js puts the name into the message
  return (
    /failed to fetch|fetch failed|networkerror|load failed/i.test(message) || /^FetchError:/.test(message)
  )
}

/** Codes for errors that auth-js throws without one. */
const authNames: Record<string, string> = {
  AuthSessionMissingError: 'session_missing',
  AuthInvalidCredentialsError: 'credentials_missing',
  AuthPKCEGrantCodeExchangeError: 'bad_code_verifier',
}

/**
 * Classifies any error of auth-js, postgrest-js, storage-js, a server function or `fetch`. An AppError is returned
 * unchanged. The server's own sentence is the message, except Storage's.
 * @param status the HTTP status if the error does not have it (postgrest-js).
 */
export function toAppError(error: unknown, status?: number): AppError {
  if (error instanceof AppError) return error
  if (typeof error !== 'object' || error === null) {
    return new UnknownError(text(error), { cause: error, status: status ?? 0 })
  }
  const fields: Partial<Record<string, unknown>> = { ...error }
  const name = error instanceof Error ? error.name : text(fields.name)
  const message = error instanceof Error ? error.message : text(fields.message)
  const code = text(fields.code)
  const ownStatus = number(fields.status) ?? number(fields.statusCode) ?? status
  const reference = recallReference(message)

  if ('__isAuthError' in error) {
    if (name === 'AuthRetryableFetchError' && ownStatus !== 500) {
      return new NetworkError(message, { code: 'network', status: ownStatus, reference, cause: error })
    }
    const reasons = Array.isArray(fields.reasons) ? fields.reasons.filter((r) => typeof r === 'string') : []
    const authCode = code || authNames[name] || 'auth_failed'
    // Without a code the sentence of Auth is shown: specification section 8.
    const fromServer = code !== ''
    return errorFromAuth({
      message,
      code: authCode,
      status: ownStatus,
      reasons,
      reference,
      fromServer,
      cause: error,
    })
  }
  if ('__isStorageError' in error) {
    if (name === 'StorageUnknownError' && ownStatus === undefined)
      return new NetworkError(message, { code: 'network', status: 0, cause: error })
    return Object.assign(errorFromStorage(ownStatus ?? 500, error), { reference })
  }
  if (isLostConnection(name, message)) {
    return new NetworkError(message, { code: 'network', status: 0, cause: error })
  }
  if ('details' in error && 'code' in error) {
    const detail = text(fields.details) || null
    const hint = text(fields.hint)
    const answer = { message, code, detail, status: ownStatus, reference, fromServer: true, hint }
    return errorFromDatabase({ ...answer, cause: error })
  }
  // A gateway answers with a page instead of the server's error object.
  if (ownStatus !== undefined) {
    const answer = { message, code: code || 'http_error', reference, fromServer: true }
    return errorFromStatus(ownStatus, { ...answer, cause: error })
  }
  return new UnknownError(message, { cause: error })
}
