import { describe, expect, it } from 'vitest'
import { browserFamily, errorName } from './error-name'

function thrown(name: string, stack?: string): Error {
  const error = new Error('Ticket of bo@example.com')
  return Object.assign(error, { name, stack })
}

describe('errorName', () => {
  it.each([
    [
      'TypeError',
      'at https://desk.example.com/remotes/a/assets/Queue-3f9c2a1b.js:1:2345',
      'TypeError Queue-3f9c2a1b.js:1:2345',
    ],
    ['TypeError', 'at https://bo:secret@other.example.com/lib.js?token=7:1:2', 'TypeError'],
    ['bo@example.com', undefined, 'Error'],
    ['RangeError', `at /assets/${'x'.repeat(60)}.js:1:2`, 'RangeError'],
  ])('of %s thrown %s', (name, stack, expected) => expect(errorName(thrown(name, stack))).toBe(expected))

  it.each([['bo@example.com'], [{ message: 'secret' }], [null]])('leaves out what %s says', (value) =>
    expect(errorName(value)).toBe('Thrown value'),
  )

  it('fits what the server accepts', () => {
    const longest = errorName(thrown('E'.repeat(30), `/assets/${'x'.repeat(41)}.js:1:2`))
    expect(longest).toMatch(/^[A-Za-z][\w.:/ -]{0,79}$/)
    expect(longest).toHaveLength(79)
  })
})

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'chromium',
  ],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15', 'safari'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'firefox'],
  ['curl/8.0', 'other'],
])('browserFamily of %s is %s', (agent, family) => expect(browserFamily(agent)).toBe(family))
