import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings'
import { limitOf, parseAmounts } from './rules'

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

describe('the limit of one name', () => {
  it('has GoTrue’s burst with the amount of config.toml, and its own with HELPDESK_RATE_LIMITS', () => {
    const configured = { token_refresh: 1200 }
    expect(limitOf('token_refresh', configured, {})).toEqual({ amount: 1200, seconds: 300, burst: 30 })
    const burst = 5
    expect(limitOf('token_refresh', configured, { token_refresh: 5 })).toEqual({
      amount: 5,
      seconds: 300,
      burst,
    })
    expect(limitOf('token_verifications', configured, {})).toEqual({ amount: 30, seconds: 300, burst: 30 })
  })
})
