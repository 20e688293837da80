import { describe, expect, it } from 'vitest'
import { describeError, describeServerFault } from './error-log'

const postgres = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('the log entry of an error', () => {
  const quoting = postgres('22P02', 'invalid input syntax for type uuid: "a-token."')

  it('contains code and stack of a database refusal, but not its message', () => {
    expect(describeError(quoting)).toMatch(
      /^the database refused it with 22P02\n {4}at .*error-log\.test\.ts/,
    )
    expect(describeError(quoting)).not.toContain('a-token')
    expect(describeServerFault(quoting)).toBeUndefined()
  })

  it.each(['53100', '58030', 'XX002'])('contains the message of the server fault %s', (code) => {
    const fault = postgres(code, 'could not extend file: No space left on device')
    expect(describeError(fault)).toContain('No space left')
    expect(describeServerFault(fault)).toBe(
      `The database failed with ${code}: could not extend file: No space left on device`,
    )
  })

  it('contains any other error unchanged', () => {
    expect(describeError(new TypeError('x is no function'))).toMatch(/^TypeError: x is no function\n {4}at /)
    expect(describeError(postgres('ENOSPC', 'no space'))).toContain('Error: no space')
    expect(describeError('text')).toBe('text')
    expect(describeServerFault('text')).toBeUndefined()
  })
})
