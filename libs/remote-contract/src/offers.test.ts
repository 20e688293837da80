import { describe, expect, it } from 'vitest'
import { unmetNeeds } from './offers'

const shell = (version: string) => ({
  version: '1',
  contract: 1,
  offers: { '@helpdesk/ui': { version, names: ['Button', 'Card'] } },
})
const needs = (range: string, ...names: string[]) => ({
  contract: 1,
  needs: { '@helpdesk/ui': { range, names } },
})

describe('unmetNeeds', () => {
  it.each([
    ['^0.1.0', '0.1.0'],
    ['^0.1.0', '0.1.7'],
    ['^1.2.3', '1.10.0'],
    ['^0.0.3', '0.0.3'],
    ['^0.0.0', '0.0.0'],
  ])('accepts %s from %s', (range, version) => {
    expect(unmetNeeds(needs(range, 'Button'), shell(version))).toEqual([])
  })

  it.each([
    ['^0.1.2', '0.1.1'],
    ['^0.1.0', '0.2.0'],
    ['^1.2.3', '2.0.0'],
    ['^1.2.3', '1.2.2'],
    ['^1.2.3', '0.9.9'],
    ['^0.0.3', '0.0.4'],
    ['^0.0.0', '0.0.1'],
    ['^0.1.0', '0.1'],
    ['latest', '0.1.0'],
  ])('refuses %s from %s', (range, version) => {
    expect(unmetNeeds(needs(range), shell(version))).toEqual([
      `@helpdesk/ui: needs ${range}, the shell has ${version}`,
    ])
  })

  it('names missing exports, missing modules and another contract', () => {
    expect(unmetNeeds(needs('^0.1.0', 'Button', 'Chart', 'Tree'), shell('0.1.0'))).toEqual([
      '@helpdesk/ui 0.1.0 has no Chart, Tree',
    ])
    expect(
      unmetNeeds({ contract: 2, needs: { jotai: { range: '^3.0.0', names: [] } } }, shell('0.1.0')),
    ).toEqual(['contract: built for version 2, the shell has 1', 'jotai: the shell does not have it'])
  })
})
