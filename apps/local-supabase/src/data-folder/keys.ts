import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../error-code'
import { writeDurably } from './durable-write'

export const keysSchema = z.object({
  jwtSecret: z.string().min(32),
  publishable: z.string().startsWith('sb_publishable_'),
  secret: z.string().startsWith('sb_secret_'),
  databasePassword: z.string().min(16),
})

export type StoredKeys = z.infer<typeof keysSchema>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Reads the keys of the data folder, created on the first start. */
export async function loadKeys(dataDir: string): Promise<StoredKeys> {
  const file = join(dataDir, 'keys.json')
  let text: string | undefined
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  if (text !== undefined) return keysSchema.parse(JSON.parse(text))
  const keys: StoredKeys = {
    jwtSecret: random(48),
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(24)}`,
    databasePassword: random(24),
  }
  // The database is created with this password: losing it in a power cut would make the data unreachable.
  await writeDurably(file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}
