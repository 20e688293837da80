import { expect, it } from 'vitest'
import { canDeleteAttachment } from './attachment-rights'

it.each([
  ['customer', 'me', 'me', true],
  ['customer', 'me', 'you', false],
  ['customer', 'me', null, false],
  ['agent', 'me', 'me', true],
  ['agent', 'me', 'you', false],
  ['admin', 'me', 'you', true],
  ['admin', 'me', null, true],
] as const)('%s %s may delete a file uploaded by %s: %s', (role, id, uploaded_by, allowed) =>
  expect(canDeleteAttachment({ id, role }, { uploaded_by })).toBe(allowed),
)

it('refuses a signed-out user', () => expect(canDeleteAttachment(null, { uploaded_by: null })).toBe(false))
