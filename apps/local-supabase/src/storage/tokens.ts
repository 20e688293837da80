import { createHmac } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { CallerClaims } from '../http/types'
import { invalidRequest, invalidToken } from './errors'

/** Maximum seconds of a signed URL. Hosted Storage has no maximum. Functions link large files in mails for a week. */
const longestFor = ({ role }: CallerClaims) => (role === 'service_role' ? 7 * 24 * 3600 : 3600)

/** Signs and checks the tokens of signed URLs. */
export interface UrlTokens {
  /** @throws StorageError `InvalidRequest` unless `expiresIn` is 1 to 3600 seconds, for the service role a week */
  sign(bucket: string, key: string, expiresIn: number, signer: CallerClaims): Promise<string>
  /**
   * @returns the signer, with whose current permissions the download runs
   * @throws StorageError `InvalidJWT` for a token that is expired, forged, or for another object
   */
  check(token: string, bucket: string, key: string): Promise<CallerClaims>
}

/** The signer's claims that policies read. */
const signerSchema = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  session_id: z.string().optional(),
})

/**
 * The signing key is derived from the project's secret, so that a signed URL's token is not a valid session, nor vice
 * versa.
 */
export function createUrlTokens(jwtSecret: string): UrlTokens {
  const key = createHmac('sha256', jwtSecret).update('storage signed url').digest()
  return {
    async sign(bucket, objectKey, expiresIn, signer) {
      if (!Number.isInteger(expiresIn) || expiresIn <= 0)
        throw invalidRequest('expiresIn must be a positive whole number of seconds')
      const longest = longestFor(signer)
      if (expiresIn > longest) throw invalidRequest(`expiresIn must be at most ${longest} seconds`)
      const now = Math.floor(Date.now() / 1000)
      const claims = signerSchema.parse({ ...signer.raw, role: signer.role, sub: signer.sub })
      return new SignJWT({ url: `${bucket}/${objectKey}`, ...claims })
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
      const signer = signerSchema.safeParse(payload)
      if (payload.url !== `${bucket}/${objectKey}` || !signer.success) throw invalidToken('InvalidSignature')
      const { role, sub } = signer.data
      return { role, sub, raw: signer.data }
    },
  }
}
