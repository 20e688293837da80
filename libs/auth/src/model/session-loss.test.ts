import { expect, it } from 'vitest'
import { afterSessionLoss, type LostSession } from './session-loss'

const working: LostSession = { onScreen: true, signedOut: false, recovering: false }

it.each<[string, Partial<LostSession>, 'keep' | 'leave']>([
  ['with a screen', {}, 'keep'],
  ['without a screen', { onScreen: false }, 'leave'],
  ['after a sign-out', { signedOut: true }, 'leave'],
  ['during a password recovery', { recovering: true }, 'leave'],
])('%s (%o): %s', (_, situation, outcome) =>
  expect(afterSessionLoss({ ...working, ...situation })).toBe(outcome),
)
