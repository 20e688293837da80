import { expect, it } from 'vitest'
import { nameError } from './name-rule'

it.each([
  ['', 'Full name must be at least 3 characters'],
  ['  ab  ', 'Full name must be at least 3 characters'],
  ['abc', null],
  ['x'.repeat(50), null],
  ['x'.repeat(51), 'Full name must not exceed 50 characters'],
])('%j', (name, expected) => expect(nameError(name)).toBe(expected))
