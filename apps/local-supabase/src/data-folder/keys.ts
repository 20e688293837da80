import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { errorCode } from '../error-code'
import type { JwtAlgorithm } from '../http/types'
import { writeDurably } from './durable-write'

export const keysSchema = z.object({
  jwtSecret: z.string().min(32),
  publishable: z.string().startsWith('sb_publishable_'),
  secret: z.string().startsWith('sb_secret_'),
  databasePassword: z.string().min(16),
  /** ES256, private. */
  signingKey: z
    .object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      kid: z.string(),
      x: z.string(),
      y: z.string(),
      d: z.string(),
    })
    .optional(),
})

export type StoredKeys = z.infer<typeof keysSchema>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

async function createSigningKey(): Promise<StoredKeys['signingKey']> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return keysSchema.shape.signingKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() })
}

/**
 * Reads the keys of the data folder, created on the first start.
 * @param algorithm - of new tokens; ES256 adds its key pair, which then stays
 */
export async function loadKeys(dataDir: string, algorithm: JwtAlgorithm = 'HS256'): Promise<StoredKeys> {
  const file = join(dataDir, 'keys.json')
  let text: string | undefined
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const known = text === undefined ? undefined : keysSchema.parse(JSON.parse(text))
  if (known && (known.signingKey || algorithm === 'HS256')) return known
  const keys: StoredKeys = {
    jwtSecret: random(48),
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(24)}`,
    databasePassword: random(24),
    ...known,
    ...(algorithm === 'ES256' && { signingKey: await createSigningKey() }),
  }
  // The database is created with this password: losing it in a power cut would make the data unreachable.
  await writeDurably(file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}
