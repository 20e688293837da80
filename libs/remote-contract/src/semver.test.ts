import { describe, expect, it } from 'vitest'
import { positionInRange } from './semver'

describe('positionInRange', () => {
  it.each([
    ['1.2.3', '^1.2.3', 'inside'],
    ['1.2.10', '^1.2.9', 'inside'],
    ['1.9.0', '^1.2.3', 'inside'],
    ['1.2.2', '^1.2.3', 'below'],
    ['0.9.9', '^1.0.0', 'below'],
    ['2.0.0', '^1.2.3', 'above'],
    ['0.2.9', '^0.2.3', 'inside'],
    ['0.3.0', '^0.2.3', 'above'],
    ['0.0.3', '^0.0.3', 'inside'],
    ['0.0.4', '^0.0.3', 'above'],
    ['0.0.0', '^0.0.0', 'inside'],
    ['19.3.1-rc.1', '^19.3.0', 'inside'],
  ])('%s in %s: %s', (version, range, position) => expect(positionInRange(version, range)).toBe(position))

  it.each(['>=1.0.0', '1.x', '', '^1'])('rejects the range "%s"', (range) =>
    expect(() => positionInRange('1.0.0', range)).toThrow('is not a version'),
  )
})
