import { errors, jwtVerify, SignJWT, type JWK, type JWTPayload, type JWTHeaderParameters } from 'jose'
import { HttpError } from './http-error'
import type { CallerClaims, Keys, Role } from './types'

const isRole = (value: unknown): value is Role =>
  value === 'anon' || value === 'authenticated' || value === 'service_role'

const algorithms = ['HS256', 'ES256']
const secretOf = ({ jwtSecret }: Keys) => new TextEncoder().encode(jwtSecret)

/** One object for each key: `jose` imports it once. */
const publicKeys = new WeakMap<JWK, JWK>()

function publicKey(key: JWK): JWK {
  const { kty, crv, kid, x, y } = key
  const jwk: JWK = publicKeys.get(key) ?? {
    alg: 'ES256',
    kty,
    crv,
    kid,
    x,
    y,
    use: 'sig',
    key_ops: ['verify'],
    ext: true,
  }
  publicKeys.set(key, jwk)
  return jwk
}

/** The public keys, as hosted Auth publishes them: the shared secret is not among them. */
export const jwksOf = ({ signingKey }: Keys): { keys: JWK[] } => ({
  keys: signingKey ? [publicKey(signingKey)] : [],
})

/** The key that a token names. As on hosted projects, tokens of the shared secret stay valid beside those of a key pair. */
const keyFor =
  (keys: Keys) =>
  ({ alg, kid }: JWTHeaderParameters): JWK | Uint8Array => {
    if (alg === 'HS256') return secretOf(keys)
    if (!keys.signingKey || kid !== keys.signingKey.kid) throw new errors.JWKSNoMatchingKey()
    return publicKey(keys.signingKey)
  }

/** Signs the token of a session, with the key pair if it is the current key. */
export function signToken(claims: JWTPayload, keys: Keys): Promise<string> {
  const token = new SignJWT(claims)
  if (keys.jwtAlgorithm !== 'ES256' || !keys.signingKey)
    return token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secretOf(keys))
  const { kid } = keys.signingKey
  return token.setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(keys.signingKey)
}

/**
 * A short token of the shared secret, as the platform's gateway makes from API keys for the services behind it.
 * @param claims - `{ role }` for an API key
 */
export function mintToken(claims: JWTPayload, keys: Keys): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iss: 'supabase', iat: now, exp: now + 300, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secretOf(keys))
}

/**
 * The claims of a token of this instance.
 * @param clockTolerance - seconds by which clocks may differ
 * @throws an error of `jose` that says why the token is not valid
 */
export async function readToken(token: string, keys: Keys, clockTolerance = 0): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keyFor(keys), { algorithms, clockTolerance })
  return payload
}

/** Verifies a token of this instance. Throws HttpError 401. */
export async function verifyToken(token: string, keys: Keys): Promise<CallerClaims> {
  const payload = await readToken(token, keys).catch(() => {
    throw new HttpError(401, 'bad_jwt', 'Invalid JWT')
  })
  return { role: isRole(payload.role) ? payload.role : 'anon', sub: payload.sub, raw: { ...payload } }
}
