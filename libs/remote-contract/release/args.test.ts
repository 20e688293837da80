import { describe, expect, it } from 'vitest'
import { parseReleaseArgs } from './args'

const parse = (line: string) => parseReleaseArgs(line.split(' '))

describe('parseReleaseArgs', () => {
  it('reads a release', () => {
    expect(parse('agent-workspace --to s3://b/p')).toEqual({
      kind: 'release',
      name: 'agent-workspace',
      to: 's3://b/p',
      canary: null,
      ahead: false,
      dist: null,
      base: '/',
    })
    expect(parse('a --to x --canary 2.5 --dist d --ahead --base https://cdn.example.com')).toMatchObject({
      canary: 2.5,
      dist: 'd',
      ahead: true,
      base: 'https://cdn.example.com/',
    })
  })

  it.each(['promote', 'rollback', 'kill', 'revive'])('reads --%s', (kind) => {
    expect(parse(`a --to x --${kind}`)).toEqual({ kind, name: 'a', to: 'x' })
  })

  it('reads the other commands', () => {
    expect(parse('keys --file k.pem')).toEqual({ kind: 'keys', file: 'k.pem' })
    expect(parse('sign --to x --adopt')).toEqual({ kind: 'sign', to: 'x', adopt: true })
    expect(parse('status --to x')).toEqual({ kind: 'status', to: 'x' })
    expect(parseReleaseArgs([])).toEqual({ kind: 'help' })
    expect(parse('a --help')).toEqual({ kind: 'help' })
  })

  it.each([
    ['a', 'Add --to'],
    ['keys', 'Add --file'],
    ['a b --to x', 'One remote at a time'],
    ['a --to x --kill --promote', 'Choose one: --promote or --kill'],
    ['a --to x --canary 10 --rollback', 'Choose one'],
    ['a --to x --canary 0', 'above 0'],
    ['a --to x --canary 101', 'up to 100'],
    ['a --to x --canary many', 'above 0'],
    ['a --to x --base //evil.example', '--base takes'],
    ['a --to x --base ftp://x', '--base takes'],
    ['shell --to x --kill', 'The shell has no --kill'],
    ['a --to x --wrong', "Unknown option '--wrong'"],
  ])('refuses "%s"', (line, message) => {
    expect(() => parse(line)).toThrow(message)
  })
})
