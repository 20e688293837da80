import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addErrorTexts,
  codeText,
  errorText,
  plainErrorText,
  splitReference,
  UNREACHABLE_TEXT,
} from './error-text'

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

const coded = (code: string, message: string, more = {}) =>
  Object.assign(new Error(message), { code, ...more })

describe('a failure of the server', () => {
  const answer = (code: string, hint?: string) =>
    coded(code, 'A sentence of the server', { fromServer: true, hint, reference: '7F3K-2Q' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  beforeAll(() =>
    addErrorTexts({ too_late: 'It is too late', taken: (name) => `${name || 'Somebody'} has it` }),
  )
  afterEach(() => warn.mockClear())

  it('has the words of its code, with its value, and its reference', () => {
    expect(errorText(answer('too_late'), 'Try again')).toBe('It is too late\nReference 7F3K-2Q')
    expect(plainErrorText(answer('taken', 'Ann'), 'Try again')).toBe('Ann has it')
    expect(plainErrorText(answer('taken'), 'Try again')).toBe('Somebody has it')
    expect(codeText('taken', 'Ann', 'Not changed')).toBe('Ann has it')
    expect(warn).not.toHaveBeenCalled()
  })

  it.each(['a_new_code', '21000', '57014', '42501', 'PGRST205', 'P0001', 'constructor'])(
    'has a general text for %s, and its sentence is logged once',
    (code) => {
      const failure = answer(code)
      expect(errorText(failure, 'Try again')).toBe('Try again\nReference 7F3K-2Q')
      expect(errorText(failure, '')).toBe('Reference 7F3K-2Q')
      expect(warn.mock.calls).toEqual([[code, 'A sentence of the server', '7F3K-2Q']])
    },
  )
})

it.each(['ticket_forbidden', 'unknown', ''])(
  'keeps the text of a failure of our own with the code "%s"',
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
