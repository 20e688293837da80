import { describe, expect, it } from 'vitest'
import { hasSecretKey, readProject, secretKeys } from './api-keys.ts'

const url = 'https://helpdesk.supabase.co'
const current = {
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEYS: '{"mobile":"sb_publishable_mobile","default":"sb_publishable_default"}',
  SUPABASE_SECRET_KEYS: '{"cron":"sb_secret_cron_0123456789","default":"sb_secret_default_0123456789"}',
}
const legacy = {
  SUPABASE_URL: url,
  SUPABASE_ANON_KEY: 'legacy.anon.key',
  SUPABASE_SERVICE_ROLE_KEY: 'legacy.service-role.key',
}

describe('readProject', () => {
  it('reads the default of the current keys', () =>
    expect(readProject(current)).toEqual({
      url,
      publishableKey: 'sb_publishable_default',
      secretKey: 'sb_secret_default_0123456789',
    }))

  it('reads the legacy names', () =>
    expect(readProject(legacy)).toEqual({
      url,
      publishableKey: 'legacy.anon.key',
      secretKey: 'legacy.service-role.key',
    }))

  it('prefers current keys, because a project may have disabled the legacy ones', () =>
    expect(readProject({ ...legacy, ...current })).toEqual(readProject(current)))

  it('takes any key where none is the default, and one alone where functions are self-hosted', () => {
    expect(readProject({ SUPABASE_PUBLISHABLE_KEYS: '{"web":"sb_publishable_web"}' }).publishableKey).toBe(
      'sb_publishable_web',
    )
    expect(readProject({ ...legacy, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_one' }).publishableKey).toBe(
      'sb_publishable_one',
    )
  })

  it.each(['', 'broken', 'null', '[]', '{}', '{"default":1}'])('ignores %j in place of keys', (text) => {
    const broken = { SUPABASE_PUBLISHABLE_KEYS: text, SUPABASE_SECRET_KEYS: text }
    expect(readProject(broken)).toEqual({ url: '', publishableKey: '', secretKey: '' })
    expect(readProject({ ...legacy, ...broken })).toEqual(readProject(legacy))
  })
})

describe('hasSecretKey', () => {
  const keys = secretKeys({ ...legacy, ...current })
  const ask = (headers: HeadersInit) => hasSecretKey(new Request(url, { headers }), keys)

  it('accepts each of the secret keys', async () => {
    expect(await ask({ authorization: 'Bearer legacy.service-role.key' })).toBe(true)
    expect(await ask({ apikey: 'sb_secret_default_0123456789' })).toBe(true)
    expect(await ask({ apikey: 'sb_secret_cron_0123456789' })).toBe(true)
  })

  it('rejects other callers', async () => {
    expect(await ask({})).toBe(false)
    expect(await ask({ apikey: '' })).toBe(false)
    expect(await ask({ apikey: 'sb_publishable_default' })).toBe(false)
    expect(await ask({ apikey: 'sb_secret_default', authorization: 'Bearer x' })).toBe(false)
    for (const env of [
      {},
      { SUPABASE_SERVICE_ROLE_KEY: '' },
      { SUPABASE_SECRET_KEYS: '{"default":"short"}' },
    ])
      expect(secretKeys(env)).toEqual([])
  })
})
