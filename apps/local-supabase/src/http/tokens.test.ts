import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { jwksOf, mintToken, signToken, verifyToken } from './tokens'
import type { Keys } from './types'

const shared = { jwtSecret: 'x'.repeat(40), publishable: 'sb_publishable_x', secret: 'sb_secret_x' }
const pair = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)),
  kid,
})
const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({ role: 'authenticated', sub: 'me', exp: now() + 60 })
const headOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

let current: Keys
let before: Keys
beforeAll(async () => {
  const signingKey = await pair('the-key')
  current = { ...shared, signingKey, jwtAlgorithm: 'ES256' }
  before = { ...shared, signingKey, jwtAlgorithm: 'HS256' }
})

describe('tokens', () => {
  it('are signed by the current key and name it', async () => {
    expect(headOf(await signToken(claims(), current))).toEqual({ alg: 'ES256', kid: 'the-key', typ: 'JWT' })
    expect(headOf(await signToken(claims(), before))).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(headOf(await signToken(claims(), shared))).toEqual({ alg: 'HS256', typ: 'JWT' })
  })

  it('stay valid when the current key changes, in both directions', async () => {
    const tokens = [await signToken(claims(), current), await signToken(claims(), before)]
    for (const keys of [current, before])
      for (const token of tokens)
        expect(await verifyToken(token, keys)).toMatchObject({ role: 'authenticated', sub: 'me' })
  })

  it('are refused when forged', async () => {
    const foreign = { ...current, jwtSecret: 'y'.repeat(40), signingKey: await pair('the-key') }
    const [publicKey] = jwksOf(current).keys
    const publicText = new TextEncoder().encode(JSON.stringify(publicKey))
    const forged = [
      await signToken(claims(), foreign),
      await signToken(claims(), { ...foreign, jwtAlgorithm: 'HS256' }),
      await signToken(claims(), { ...current, signingKey: { ...current.signingKey, kid: 'another' } }),
      // The public key as a shared secret.
      await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'the-key' }).sign(publicText),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`,
      await signToken({ ...claims(), exp: now() - 3600 }, current),
      'no token',
    ]
    for (const token of forged)
      await expect(verifyToken(token, current)).rejects.toMatchObject({ status: 401 })
    await expect(verifyToken(await signToken(claims(), current), shared)).rejects.toMatchObject({
      status: 401,
    })
  })
})

it('publishes public keys alone', () => {
  expect(jwksOf(shared)).toEqual({ keys: [] })
  const [key] = jwksOf(current).keys
  expect(key).toMatchObject({ alg: 'ES256', kid: 'the-key', use: 'sig' })
  expect(Object.keys(key ?? {})).not.toContain('d')
})

it('mints a short token for an API key', async () => {
  const { role, raw } = await verifyToken(await mintToken({ role: 'service_role' }, current), current)
  expect(role).toBe('service_role')
  expect(Number(raw.exp) - now()).toBeLessThanOrEqual(300)
})
