import { releaseOf } from '@helpdesk/remote-contract/testing'
import { describe, expect, it } from 'vitest'
import { firstFit, misfitOf, type Offer } from './fit'

const offer: Offer = {
  contract: 2,
  shared: { '@helpdesk/ui': { version: '1.2.0', exports: { Button: 1, Text: undefined } } },
}
const release = (range: string, names: string[], contract = 2) =>
  releaseOf('a', { contract, needs: { '@helpdesk/ui': { range, names } } })

describe('misfitOf', () => {
  it.each([
    ['the same version', release('^1.2.0', ['Button', 'Text'])],
    ['an older version in range', release('^1.0.0', ['Button'])],
    ['no needs', releaseOf('a', { contract: 2 })],
  ])('accepts %s', (_, candidate) => expect(misfitOf(candidate, offer)).toBeNull())

  it.each([
    ['a newer contract', release('^1.2.0', [], 3), 'portal', 'contract 3'],
    ['an older contract', release('^1.2.0', [], 1), 'remote', 'contract 1'],
    ['a newer shared version', release('^1.3.0', []), 'portal', '@helpdesk/ui ^1.3.0'],
    ['an older major version', release('^0.9.0', []), 'remote', '@helpdesk/ui ^0.9.0'],
    [
      'an export that is not there yet',
      release('^1.2.0', ['Button', 'Dial']),
      'portal',
      'Dial of @helpdesk/ui',
    ],
    ['an export that was removed', release('^1.1.0', ['Knob']), 'remote', 'Knob of @helpdesk/ui'],
    [
      'an unknown shared module',
      releaseOf('a', { contract: 2, needs: { '@helpdesk/charts': { range: '^1.0.0', names: [] } } }),
      'portal',
      '@helpdesk/charts',
    ],
  ])('rejects %s', (_, candidate, older, message) => {
    expect(misfitOf(candidate, offer)).toEqual({ older, message: expect.stringContaining(message) })
  })
})

describe('firstFit', () => {
  const old = release('^1.0.0', ['Button'])
  const skewed = release('^2.0.0', [])

  it('prefers the current release', () => expect(firstFit([old, skewed], offer)).toBe(old))
  it('falls back to the newest earlier one that fits', () =>
    expect(firstFit([skewed, release('^1.2.0', ['Dial']), old], offer)).toBe(old))
  it('reports the misfit of the current one when none fits', () =>
    expect(firstFit([skewed, release('^1.2.0', ['Dial'])], offer)).toMatchObject({ older: 'portal' }))
})
