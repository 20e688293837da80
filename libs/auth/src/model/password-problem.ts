import { PASSWORD_TOO_LONG } from './error-texts'
import { refusalTexts } from './refusal-texts'
import { VALIDATION_TEXTS } from './schemas'
import * as texts from './texts'

/** Texts for reasons of the auth server. */
const REASONS: Record<string, string> = {
  length: VALIDATION_TEXTS.passwordShort,
  characters: VALIDATION_TEXTS.passwordWeak,
  pwned: texts.passwordLeaked,
  same_password: refusalTexts.same_password,
}

/**
 * Why the server rejected a password: texts for its reasons or its code.
 * @returns `null` when the failure is not about the password
 */
export function passwordProblem(failure: {
  field: string | undefined
  code: string
  message: string
  reasons: readonly string[]
}): string | null {
  if (failure.message.includes(PASSWORD_TOO_LONG)) return texts.passwordLong
  if (failure.field !== 'password') return null
  const known = [...failure.reasons, failure.code].flatMap((reason) => REASONS[reason] ?? [])
  return known.join('. ') || texts.passwordRefused
}
