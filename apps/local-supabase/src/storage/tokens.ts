import { createHmac } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { invalidRequest, invalidToken } from './errors'

/** Signs and checks the tokens of signed URLs. */
export interface UrlTokens {
  sign(bucket: string, key: string, expiresIn: number): Promise<string>
  /** @throws StorageError `InvalidJWT` when the token is expired, forged, or made for another object */
  check(token: string, bucket: string, key: string): Promise<void>
}

/**
 * The signing key is derived from the project's secret, never the secret itself: a signed URL must not pass for a
 * session, nor a session for a signed URL.
 */
export function createUrlTokens(jwtSecret: string): UrlTokens {
  const key = createHmac('sha256', jwtSecret).update('storage signed url').digest()
  return {
    async sign(bucket, objectKey, expiresIn) {
      if (!Number.isInteger(expiresIn) || expiresIn <= 0)
        throw invalidRequest('expiresIn must be a positive whole number of seconds')
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ url: `${bucket}/${objectKey}` })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(key)
    },

    async check(token, bucket, objectKey) {
      const payload = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).then(
        (verified) => verified.payload,
        (error: unknown) => {
          if (error instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed')
          throw invalidToken('signature verification failed')
        },
      )
      if (payload.url !== `${bucket}/${objectKey}`) throw invalidToken('InvalidSignature')
    },
  }
}
