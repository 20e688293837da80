import { expect, it } from 'vitest'
import { passwordProblem } from './password-problem'

const weak = {
  field: 'password',
  code: 'weak_password',
  message: 'Password should contain more',
  reasons: [] as string[],
}
const GENERAL = 'Password does not meet requirements'

it.each([
  ['a rejection without reasons', weak, GENERAL],
  [
    'a known reason',
    { ...weak, reasons: ['pwned'] },
    'This password is known from a data leak. Please choose another one',
  ],
  [
    'two reasons',
    { ...weak, reasons: ['length', 'characters'] },
    'Password must be at least 8 characters. Password must contain at least one uppercase letter, one lowercase letter, and one number',
  ],
  ['an unknown reason', { ...weak, reasons: ['palindrome'] }, GENERAL],
  [
    'the same password again',
    { ...weak, code: 'same_password' },
    'New password should be different from the old password.',
  ],
  [
    'more than 72 bytes',
    {
      field: undefined,
      code: 'validation_failed',
      message: 'Password cannot be longer than 72 characters',
      reasons: [],
    },
    'Password must not exceed 72 characters, where letters such as ä count as two',
  ],
  ['another failure', { ...weak, field: undefined }, null],
])('returns the text for %s', (_, failure, text) => expect(passwordProblem(failure)).toBe(text))
