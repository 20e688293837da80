import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Keys } from '../http/types'

export const providerNames = { github: 'GitHub', google: 'Google' } as const
export type Provider = keyof typeof providerNames
export const isProvider = (value: string | null): value is Provider =>
  value === 'github' || value === 'google'

const audience = 'local consent page'
const profileSchema = z.object({
  provider: z.enum(['github', 'google']),
  email: z.string(),
  name: z.string(),
  state: z.string(),
})
export type ConsentProfile = z.infer<typeof profileSchema>

const secretOf = (keys: Keys) => new TextEncoder().encode(keys.jwtSecret)

/** Signs the consent page's result for the callback of one flow. */
export function signConsent(keys: Keys, profile: ConsentProfile): Promise<string> {
  return new SignJWT(profile)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime('2m')
    .sign(secretOf(keys))
}

export async function readConsent(keys: Keys, code: string): Promise<ConsentProfile | undefined> {
  try {
    const { payload } = await jwtVerify(code, secretOf(keys), { algorithms: ['HS256'], audience })
    return profileSchema.parse(payload)
  } catch {
    return undefined
  }
}
