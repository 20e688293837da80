import { describe, expect, it } from 'vitest'
import { addressesOf, addressesProblem, isAddress } from './addresses'

describe('addressesOf', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \n ,; ', []],
    ['ivy@example.com', ['ivy@example.com']],
    [
      'a@x.io, b@x.io;c@x.io\nd@x.io\r\ne@x.io f@x.io',
      ['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io', 'e@x.io', 'f@x.io'],
    ],
    ['Ivy <ivy@x.io>, "Doe, Jane" <jane@x.io>', ['ivy@x.io', 'jane@x.io']],
    ['IVY@X.io\nivy@x.io', ['ivy@x.io']],
    ['mailto:ivy@x.io', ['ivy@x.io']],
    ['not an address', ['not', 'an', 'address']],
  ])('parses %j', (text, addresses) => expect(addressesOf(text)).toEqual(addresses))
})

describe('addressesProblem', () => {
  const many = (n: number) => Array.from({ length: n }, (_, index) => `p${index}@x.io`).join('\n')
  it('requires an address', () => {
    for (const text of ['', ' ', 'nobody', 'a@b'])
      expect(addressesProblem(text), text).toBe('Please enter a valid email address')
    expect(addressesProblem('a@b.c')).toBeNull()
  })
  it('accepts a list with an invalid address', () => expect(addressesProblem('a@b.c, nobody')).toBeNull())
  it('rejects more than a hundred', () => {
    expect(addressesProblem(many(100))).toBeNull()
    expect(addressesProblem(many(101))).toBe(
      'You can invite at most 100 people at once. You entered 101 addresses.',
    )
  })
})

it.each([
  ['a@b.c', true],
  ['a@b', false],
  ['a@b.c d', false],
  [`${'x'.repeat(250)}@b.c`, true],
  [`${'x'.repeat(251)}@b.c`, false],
])('isAddress %j: %s', (text, is) => expect(isAddress(text)).toBe(is))
