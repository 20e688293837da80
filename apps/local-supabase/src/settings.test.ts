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

describe('addresses of real servers', () => {
  it('are read without a slash at their end', () =>
    expect(readSettings({ HELPDESK_AUTH_URL: 'http://127.0.0.1:9999/' }).servers).toEqual({
      auth: 'http://127.0.0.1:9999',
    }))

  it.each(['127.0.0.1:9999', 'postgres://127.0.0.1', 'http://me:secret@127.0.0.1', 'http://127.0.0.1/?a'])(
    'cannot be %s',
    (value) =>
      expect(() => readSettings({ HELPDESK_STORAGE_URL: value })).toThrow(
        'HELPDESK_STORAGE_URL must look like',
      ),
  )
})

it.each([
  [{ HELPDESK_JWT_SECRET: 'short' }, 'HELPDESK_JWT_SECRET must have 32 characters'],
  [{ HELPDESK_SECRET_KEY: 'x'.repeat(40) }, 'HELPDESK_SECRET_KEY must begin with sb_secret_'],
])('refuses the keys %j', (env, message) => expect(() => readSettings(env)).toThrow(message))

it.each([
  [{}, true],
  [{ HELPDESK_SEED: 'empty' }, false],
  [{ HELPDESK_SEED: 'empty', HELPDESK_MOCK_PROVIDERS: 'on' }, true],
  [{ DATABASE_URL: 'postgres://127.0.0.1/workspace', HELPDESK_MOCK_PROVIDERS: 'on' }, false],
])('serves mock providers with %j: %j', (env, served) => expect(readSettings(env).mockProviders).toBe(served))

describe('the space that stays free', () => {
  it.each([
    [{}, undefined],
    [{ HELPDESK_LEAST_FREE_MB: '0' }, 0],
    [{ HELPDESK_LEAST_FREE_MB: '5000' }, 5000],
  ])('of %j is %s', (env, expected) => expect(readSettings(env).leastFreeMegabytes).toBe(expected))

  it.each(['1 GB', '-1', '1.5', 'off'])('cannot be %s', (value) =>
    expect(() => readSettings({ HELPDESK_LEAST_FREE_MB: value })).toThrow(
      'HELPDESK_LEAST_FREE_MB must be a whole number of megabytes',
    ),
  )
})
