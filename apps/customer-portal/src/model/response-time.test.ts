import { expect, it } from 'vitest'
import { responseTime } from './response-time'

it.each([
  [0, '1 min'],
  [59, '59 min'],
  [60, '1h'],
  [90, '1.5h'],
])('formats %d minutes as %s', (minutes, text) => expect(responseTime(minutes)).toBe(text))
