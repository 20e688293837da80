import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedBytes, verifyRegistry, type Trust } from './signature'
import { portalOf, releaseOf } from './testing'

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') }
}
const key = newKey()
const now = Date.parse('2026-11-22T12:00:00Z')
const trust: Trust = { keys: [key.publicKey], now, lastSerial: 12 }

function signed(changes: object = {}, by = key): Record<string, unknown> {
  const registry = {
    ...portalOf(releaseOf('agent-workspace')),
    serial: 12,
    expires: '2026-12-01T00:00:00.000Z',
    ...changes,
  }
  return { ...registry, signature: sign(null, signedBytes(registry), by.privateKey).toString('base64') }
}

describe('verifyRegistry', () => {
  it('accepts a signed registry and returns its serial', async () => {
    expect(await verifyRegistry(signed(), trust)).toBe(12)
  })

  it('accepts it in any order of keys and whitespace', async () => {
    const { remotes, ...rest } = signed()
    expect(await verifyRegistry(JSON.parse(JSON.stringify({ remotes, ...rest }, null, 4)), trust)).toBe(12)
  })

  it('accepts any of several keys, so that keys can be replaced', async () => {
    const next = newKey()
    const keys = [key.publicKey, next.publicKey]
    expect(await verifyRegistry(signed({}, next), { ...trust, keys })).toBe(12)
  })

  it.each([
    ['an unsigned registry', { ...signed(), signature: undefined }, 'not signed'],
    ['a signature that is no text', { ...signed(), signature: 1 }, 'not valid'],
    ['a signature that is no base64', { ...signed(), signature: '%' }, 'not valid'],
    ['another key', signed({}, newKey()), 'not valid'],
    [
      'a changed remote',
      { ...signed(), ...portalOf(releaseOf('agent-workspace', { entry: 'evil.js' })) },
      'not valid',
    ],
    [
      'a changed backend',
      { ...signed(), supabase: { url: 'https://evil.example', publishableKey: 'x' } },
      'not valid',
    ],
    ['a later date than signed', { ...signed(), expires: '2099-01-01T00:00:00Z' }, 'not valid'],
    ['an added field', { ...signed(), extra: true }, 'not valid'],
    ['a registry without a serial', signed({ serial: undefined }), 'not valid'],
    ['a registry without an end', signed({ expires: undefined }), 'expired'],
    ['an expired registry', signed({ expires: '2026-11-22T12:00:00.000Z' }), 'expired'],
    ['an older registry than seen', signed({ serial: 11 }), 'older'],
    ['a page instead of JSON', 'oops', 'not valid'],
    ['null', null, 'not valid'],
  ])('refuses %s', async (_what, registry, sentence) => {
    await expect(verifyRegistry(registry, trust)).rejects.toThrow(sentence)
  })
})
