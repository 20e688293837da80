import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings'
import { parseAmounts } from './rules'

describe('HELPDESK_RATE_LIMITS', () => {
  it('raises and lowers limits by name', () => {
    expect(parseAmounts('token_refresh=5000, uploads=1')).toEqual({ token_refresh: 5000, uploads: 1 })
    expect(readSettings({ HELPDESK_RATE_LIMITS: 'functions=3' }).rateLimits).toEqual({ functions: 3 })
    expect(readSettings({ HELPDESK_RATE_LIMITS: ' ' }).rateLimits).toEqual({})
  })

  it.each([
    'off',
    'uploads=0',
    'uploads=-1',
    'uploads=',
    'uploads=1.5',
    'uploads=Infinity',
    'nothing=5',
    'a=b=c',
    ',',
  ])('rejects %j', (text) =>
    expect(() => parseAmounts(text)).toThrow(/HELPDESK_RATE_LIMITS: .* sign_in_sign_ups/),
  )
})
