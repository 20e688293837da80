import { expect, it } from 'vitest'
import { passwordProblem } from './password-problem'

const weak = { field: 'password', message: 'Password should contain more', reasons: [] as string[] }

it.each([
  ['a rejection without reasons', weak, 'Password should contain more'],
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
  ['an unknown reason', { ...weak, reasons: ['palindrome'] }, 'Password should contain more'],
  ['an empty message', { ...weak, message: '' }, 'Password does not meet requirements'],
  [
    'more than 72 bytes',
    { field: undefined, message: 'Password cannot be longer than 72 characters', reasons: [] },
    'Password must not exceed 72 characters, where letters such as ä count as two',
  ],
  ['another failure', { ...weak, field: undefined }, null],
])('returns the text for %s', (_, failure, text) => expect(passwordProblem(failure)).toBe(text))
