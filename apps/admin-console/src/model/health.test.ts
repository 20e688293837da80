import { expect, it } from 'vitest'
import { ratingOf, vitalText } from './health'

it.each([
  ['lcp', 2500, 'good'],
  ['lcp', 2501, 'fair'],
  ['lcp', 4001, 'poor'],
  ['inp', 200, 'good'],
  ['inp', 500, 'fair'],
  ['cls', 0.1, 'good'],
  ['cls', 0.26, 'poor'],
] as const)('rates %s of %d as %s', (vital, value, rating) => expect(ratingOf(vital, value)).toBe(rating))

it.each([
  ['lcp', 999, '999 ms'],
  ['lcp', 1234, '1.2 s'],
  ['inp', 79.6, '80 ms'],
  ['cls', 0.012, '0.01'],
] as const)('writes %s of %d as %s', (vital, value, text) => expect(vitalText(vital, value)).toBe(text))
