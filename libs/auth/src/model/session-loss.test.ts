import { expect, it } from 'vitest'
import { afterSessionLoss, endsSession, type LostSession } from './session-loss'

const working: LostSession = { onScreen: true, signedOut: false, recovering: false }

it.each<[string, Partial<LostSession>, 'keep' | 'leave']>([
  ['with a screen', {}, 'keep'],
  ['without a screen', { onScreen: false }, 'leave'],
  ['after a sign-out', { signedOut: true }, 'leave'],
  ['during a password recovery', { recovering: true }, 'leave'],
])('%s (%o): %s', (_, situation, outcome) =>
  expect(afterSessionLoss({ ...working, ...situation })).toBe(outcome),
)

it.each([
  ['refresh_token_not_found', 400, true],
  ['validation_failed', 400, true],
  ['user_banned', 403, true],
  ['session_missing', 400, true],
  ['over_request_rate_limit', 429, false],
  ['network', 503, false],
  ['conflict', 409, false],
  ['bad_jwt', 403, false],
  ['auth_failed', 500, false],
])('%s with %i ends the session: %s', (code, status, ends) =>
  expect(endsSession({ code, status })).toBe(ends),
)
