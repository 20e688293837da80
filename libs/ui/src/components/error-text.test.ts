import { expect, it } from 'vitest'
import { errorText, UNREACHABLE_TEXT } from './error-text'

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
