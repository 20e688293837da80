import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'
import { PostgrestError } from '@supabase/postgrest-js'
import { StorageApiError, StorageUnknownError } from '@supabase/storage-js'
import { describe, expect, it } from 'vitest'
import { AppError, ForbiddenError } from './app-error'
import { storageTexts } from './storage-error'
import { toAppError } from './to-app-error'

const database = (code: string, message = 'text', details = '') =>
  new PostgrestError({ code, message, details, hint: '' })

describe('toAppError', () => {
  it('returns an AppError unchanged', () => {
    const error = new ForbiddenError('no')
    expect(toAppError(error)).toBe(error)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ name: 'ForbiddenError', code: 'unknown', status: 0, reasons: [] })
  })

  it.each([
    [
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
      'ForbiddenError',
      'invalid_credentials',
    ],
    [
      new AuthApiError('User already registered', 422, 'user_already_exists'),
      'ConflictError',
      'user_already_exists',
    ],
    [
      new AuthApiError('slow down', 429, 'over_request_rate_limit'),
      'RateLimitedError',
      'over_request_rate_limit',
    ],
    [new AuthApiError('slow down', 429, undefined), 'RateLimitedError', 'auth_failed'],
    [new AuthApiError('bad', 422, 'validation_failed'), 'ValidationError', 'validation_failed'],
    [new AuthApiError('boom', 418, 'tea'), 'UnknownError', 'tea'],
    [new AuthSessionMissingError(), 'ForbiddenError', 'session_missing'],
    [new AuthPKCEGrantCodeExchangeError('no code'), 'ForbiddenError', 'bad_code_verifier'],
    [new AuthRetryableFetchError('fetch failed', 0), 'NetworkError', 'network'],
    [new AuthRetryableFetchError('bad gateway', 502), 'NetworkError', 'network'],
    [new AuthRetryableFetchError('unavailable', 503), 'NetworkError', 'network'],
    [new AuthRetryableFetchError('timeout', 504), 'NetworkError', 'network'],
    [new AuthRetryableFetchError('boom', 500), 'UnknownError', 'auth_failed'],
  ])('auth: maps %o to %s', (error, name, code) => {
    expect(toAppError(error)).toMatchObject({
      name,
      code,
      reasons: [],
      message: error.message,
      cause: error,
    })
  })

  // With a status that alone would give another error.
  it.each([
    ['email_not_confirmed', 400, 'ForbiddenError', undefined],
    ['user_banned', 400, 'ForbiddenError', undefined],
    ['signup_disabled', 422, 'ForbiddenError', undefined],
    ['session_not_found', 404, 'ForbiddenError', undefined],
    ['session_expired', 400, 'ForbiddenError', undefined],
    ['refresh_token_not_found', 400, 'ForbiddenError', undefined],
    ['refresh_token_already_used', 400, 'ForbiddenError', undefined],
    ['bad_code_verifier', 400, 'ForbiddenError', undefined],
    ['pkce_code_verifier_not_found', 400, 'ForbiddenError', undefined],
    ['flow_state_not_found', 404, 'ForbiddenError', undefined],
    ['flow_state_expired', 400, 'ForbiddenError', undefined],
    ['otp_expired', 400, 'ForbiddenError', undefined],
    ['user_already_exists', 422, 'ConflictError', 'email'],
    ['email_exists', 422, 'ConflictError', 'email'],
    ['email_address_invalid', 500, 'ValidationError', 'email'],
    ['same_password', 500, 'ValidationError', 'password'],
    ['over_email_send_rate_limit', 400, 'RateLimitedError', undefined],
  ])('auth: maps the code %s, with status %i, to %s', (code, status, name, field) =>
    expect(toAppError(new AuthApiError('text', status, code))).toMatchObject({ name, field }),
  )

  it('auth: adds reasons and field to a weak password', () => {
    expect(toAppError(new AuthWeakPasswordError('weak', 422, ['length', 'pwned', 7 as never]))).toMatchObject(
      {
        name: 'ValidationError',
        code: 'weak_password',
        field: 'password',
        reasons: ['length', 'pwned'],
      },
    )
  })

  it('auth: maps missing credentials to ValidationError', () => {
    const text = 'You must provide either an email or phone number and a password'
    expect(toAppError(new AuthInvalidCredentialsError(text))).toMatchObject({
      name: 'ValidationError',
      code: 'credentials_missing',
      message: text,
    })
  })

  it.each([
    ['42501', 403, 'ForbiddenError'],
    ['PGRST301', 401, 'ForbiddenError'],
    ['PGRST116', 406, 'NotFoundError'],
    ['23505', 409, 'ConflictError'],
    ['23514', 400, 'ValidationError'],
    ['22P02', 400, 'ValidationError'],
    ['PT409', 409, 'ConflictError'],
    ['PT404', 404, 'NotFoundError'],
    ['PT429', 429, 'RateLimitedError'],
    ['57014', 500, 'UnknownError'],
    ['21000', 400, 'UnknownError'],
    ['XPT404', 500, 'UnknownError'],
    ['PT4041', 500, 'UnknownError'],
    ['', 0, 'NetworkError'],
    ['', 502, 'NetworkError'],
    ['', 400, 'NetworkError'],
    ['', 404, 'NotFoundError'],
    ['53300', 503, 'NetworkError'],
  ])('database: maps %s with status %i to %s', (code, status, name) => {
    expect(toAppError(database(code), status).name).toBe(name)
  })

  it.each([
    ['ticket_forbidden', 'ForbiddenError'],
    ['agent_required', 'ForbiddenError'],
    ['admin_required', 'ForbiddenError'],
    ['not_authenticated', 'ForbiddenError'],
    ['ticket_not_found', 'NotFoundError'],
    ['ticket_already_yours', 'ConflictError'],
    ['email_exists', 'ConflictError'],
    ['last_admin', 'ConflictError'],
    ['mail_rate_limited', 'RateLimitedError'],
    ['attachment_limit', 'ValidationError'],
    ['agent_required_here', 'ValidationError'],
    ['an_agent_required', 'ValidationError'],
    ['ticket_forbidden_word', 'ValidationError'],
    ['not_authenticated_yet', 'ValidationError'],
    ['was_not_authenticated', 'ValidationError'],
    ['ticket_not_found_yet', 'ValidationError'],
    ['the_last_admin', 'ValidationError'],
    ['last_admins', 'ValidationError'],
    ['email_exists_not', 'ValidationError'],
    ['mail_rate_limited_word', 'ValidationError'],
    ['invite_role', 'ValidationError'],
  ])('database: maps rule %s to %s and keeps its text', (rule, name) => {
    expect(toAppError(database('P0001', 'The text of the rule', rule))).toMatchObject({
      name,
      code: rule,
      message: 'The text of the rule',
    })
  })

  it.each([
    ['PGRST001', 503, 'Database client error. Retrying the connection.'],
    ['PGRST002', 503, 'Could not query the database for the schema cache. Retrying.'],
    ['PGRST003', 504, 'Timed out acquiring connection from connection pool.'],
    ['', 400, ''],
  ])('database: maps the outage "%s" with status %i to an unreachable server', (code, status, text) => {
    expect(toAppError(database(code, text), status)).toMatchObject({ name: 'NetworkError', code: 'network' })
  })

  it('database: ignores a detail that is not a code', () => {
    const error = toAppError(database('23505', 'duplicate', 'Key (email)=(a@b.co) already exists.'))
    expect(error).toMatchObject({ name: 'ConflictError', code: '23505' })
  })

  it.each(['Key ticket_not_found', 'ticket_not_found.'])(
    'database: does not take the detail "%s" for a code',
    (detail) => {
      const error = toAppError(database('P0001', 'text', detail))
      expect(error).toMatchObject({ name: 'ValidationError', code: 'P0001' })
    },
  )

  it('database: uses the rule of a lost race as the code', () => {
    expect(toAppError(database('PT409', 'Taken', 'ticket_already_assigned'))).toMatchObject({
      name: 'ConflictError',
      code: 'ticket_already_assigned',
      status: 409,
    })
  })

  it.each([
    [new StorageApiError('too large', 400, '413'), 'ValidationError'],
    [new StorageApiError('no', 400, '403'), 'ForbiddenError'],
    [new StorageApiError('Object not found', 400, '404'), 'NotFoundError'],
    [new StorageApiError('exists', 400, '409'), 'ConflictError'],
    [new StorageApiError('boom', 500, '500'), 'UnknownError'],
    [new StorageApiError('The resource is locked', 400, '423'), 'NetworkError'],
    [new StorageApiError('acquiring lock timeout', 400, '503'), 'NetworkError'],
    [new StorageApiError('no JSON', 413, 'NaN'), 'ValidationError'],
    [new StorageUnknownError('Failed to fetch', new TypeError('Failed to fetch')), 'NetworkError'],
    [Object.assign(new StorageUnknownError('boom', null), { status: 500 }), 'UnknownError'],
  ])('storage: maps %o to %s', (error, name) =>
    expect(toAppError(error)).toMatchObject({
      name,
      code: error instanceof StorageUnknownError && name === 'NetworkError' ? 'network' : 'storage_failed',
    }),
  )

  it.each([
    ['AccessDenied', '"exp" claim timestamp check failed', '403', 401],
    ['AccessDenied', 'signature verification failed', '403', 401],
    ['NoSuchBucket', 'Bucket not found', '404', 401],
    ['AccessDenied', 'new row violates row-level security policy', '403', 403],
    ['NoSuchKey', 'Object not found', '404', 404],
  ])('storage: %s with "%s" in a %s has status %i', (code, message, statusCode, status) => {
    const error = toAppError(new StorageApiError(message, 400, statusCode, 'storage', code))
    expect(error).toMatchObject({ status, message: storageTexts[status] })
  })

  it.each([
    [{ message: '<html>', status: 502 }, 'NetworkError', 'http_error'],
    [{ message: '<html>', status: '403' }, 'ForbiddenError', 'http_error'],
    [{ message: 'Gone', code: '42501', status: 404 }, 'NotFoundError', '42501'],
    [{ message: 'Too much', code: 'too_large', statusCode: 413 }, 'ValidationError', 'too_large'],
  ])('other answers: maps %o by its status to %s', (error, name, code) =>
    expect(toAppError(error)).toMatchObject({ name, code, message: error.message, cause: error }),
  )

  it.each([null, 'abc', '', Number.NaN, {}])('does not take %o for a status', (status) =>
    expect(toAppError({ message: 'text', status })).toMatchObject({ name: 'UnknownError', code: 'unknown' }),
  )

  it('takes only texts for a message and only numbers for a status', () => {
    expect(toAppError({ message: 7, status: '' })).toMatchObject({ name: 'UnknownError', message: '' })
    expect(toAppError('text', 500)).toMatchObject({ message: 'text', status: 500 })
  })

  it.each([
    new TypeError('fetch failed'),
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new DOMException('x', 'AbortError'),
    new DOMException('x', 'TimeoutError'),
    { message: 'TypeError: Failed to fetch', code: '', details: '', hint: '' },
  ])('maps %o, a request without an answer, to NetworkError', (error) => {
    expect(toAppError(error)).toMatchObject({ name: 'NetworkError', code: 'network', status: 0 })
  })

  it.each([undefined, null, 'text', 7, new Error('boom'), new Error('no FetchError: here'), {}])(
    'maps %o to UnknownError',
    (error) =>
      expect(toAppError(error)).toMatchObject({ name: 'UnknownError', code: 'unknown', cause: error }),
  )
})
