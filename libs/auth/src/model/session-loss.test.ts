import { expect, it } from 'vitest'
import { afterSessionLoss, type LostSession } from './session-loss'

const atWork: LostSession = { onScreen: true, signedOut: false, recovering: false }

it.each<[string, Partial<LostSession>, 'keep' | 'leave']>([
  ['a user with a screen', {}, 'keep'],
  ['no screen yet', { onScreen: false }, 'leave'],
  ['a sign-out', { signedOut: true }, 'leave'],
  ['a password recovery', { recovering: true }, 'leave'],
])('%s: %o → %s', (_, situation, outcome) =>
  expect(afterSessionLoss({ ...atWork, ...situation })).toBe(outcome),
)
