import { describe, expect, it } from 'vitest'
import { errorText, splitReference, UNREACHABLE_TEXT } from './error-text'

it.each<[string, unknown]>([
  ['undefined', undefined],
  ['an empty message', new Error('')],
  ['an empty object as text', new Error('{}')],
  ['a page', new Error('<!doctype html><title>502 Bad Gateway</title>')],
  ['JSON', new Error('{"code":500}')],
  ['a JSON array', new Error('[ { "path": [] } ]')],
  ['an object as text', new Error('[object Object]')],
  ['a parser error', new Error('Unexpected token \'<\', "<html>" is not valid JSON')],
  ['a bare status', new Error('HTTP 500')],
  ['a named error', new Error('AuthUnknownError: boom')],
  ['a bug', new TypeError("Cannot read properties of undefined (reading 'id')")],
  ['a message that is not a string', { message: 7 }],
])('replaces %s with the fallback', (_, error) => expect(errorText(error, 'Try again')).toBe('Try again'))

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

it.each([
  ['21000', 'DELETE requires a WHERE clause'],
  ['57014', 'canceling statement due to statement timeout'],
  ['55P03', 'canceling statement due to lock timeout'],
  ['42501', 'permission denied for table tickets'],
  ['XX000', 'cache lookup failed for type 16384'],
  ['PGRST205', "Could not find the table 'public.tickets' in the schema cache"],
])('replaces the text of %s, which no rule of ours raised', (code, message) =>
  expect(errorText(coded(code, message), 'Try again')).toBe('Try again'),
)

it.each(['P0001', 'PT404', 'ticket_forbidden', 'unknown', ''])(
  'keeps the text of a rule with the code "%s"',
  (code) =>
    expect(errorText(coded(code, 'This ticket does not exist'), 'Try again')).toBe(
      'This ticket does not exist',
    ),
)

it.each([
  [
    new Error('You do not have permission to update this ticket'),
    'You do not have permission to update this ticket',
  ],
  ['Authentication failed', 'Authentication failed'],
  [Object.assign(new Error('Failed to fetch'), { code: 'network' }), UNREACHABLE_TEXT],
])('maps %s to %s', (error, text) => expect(errorText(error, 'Try again')).toBe(text))

describe('the reference of a failure', () => {
  const failure = (message: string) => Object.assign(new Error(message), { reference: '7F3K-2Q' })

  it('is a line below the text', () => {
    expect(errorText(failure('You may not do this'), '')).toBe('You may not do this\nReference 7F3K-2Q')
    expect(errorText(failure('{}'), 'Try again')).toBe('Try again\nReference 7F3K-2Q')
    expect(errorText(failure(''), '')).toBe('Reference 7F3K-2Q')
  })

  it('is absent when the server named none', () => {
    expect(errorText(new Error('You may not do this'), '')).toBe('You may not do this')
    expect(errorText(Object.assign(new Error('No'), { reference: undefined }), '')).toBe('No')
  })

  it('is split off for display, in texts of several lines too', () => {
    expect(splitReference('One\nTwo\nReference 7F3K-2Q')).toEqual({
      text: 'One\nTwo',
      reference: 'Reference 7F3K-2Q',
    })
    expect(splitReference('One\nReference to a book')).toEqual({
      text: 'One\nReference to a book',
      reference: '',
    })
  })
})
