import { VALIDATION_TEXTS } from './schemas'

/** Texts for reasons of the auth server. */
const REASONS: Record<string, string> = {
  length: VALIDATION_TEXTS.passwordShort,
  characters: VALIDATION_TEXTS.passwordWeak,
  pwned: 'This password is known from a data leak. Please choose another one',
}

/**
 * Why the server rejected a password: texts for its reasons, else its message.
 * @returns `null` when the failure is not about the password
 */
export function passwordProblem(failure: {
  field: string | undefined
  message: string
  reasons: readonly string[]
}): string | null {
  if (failure.field !== 'password') return null
  const known = failure.reasons.flatMap((reason) => REASONS[reason] ?? [])
  return known.join('. ') || failure.message || 'Password does not meet requirements'
}
