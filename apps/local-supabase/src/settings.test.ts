import { describe, expect, it } from 'vitest'
import { readSettings } from './settings'

describe('the port for incoming mail', () => {
  it.each([
    [{}, 4201],
    [{ PORT: '5000' }, 5001],
    [{ PORT: '65535' }, 65_534],
    [{ SMTP_PORT: '2525' }, 2525],
    [{ SMTP_PORT: '0' }, 0],
    [{ SMTP_PORT: 'off' }, undefined],
  ])('follows from %j', (env, smtpPort) => expect(readSettings(env).smtpPort).toBe(smtpPort))

  it.each(['4200', '-1', '1.5', 'smtp'])('cannot be %s', (value) =>
    expect(() => readSettings({ PORT: '4200', SMTP_PORT: value })).toThrow('SMTP_PORT must be'),
  )
})
