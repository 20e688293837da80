import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql } from 'postgres'

/** One-time link to create the first admin, printed at a start without an admin. */
export interface SetupLink {
  url: string
  accepts(token: string): boolean
  /** Reserves the token for one attempt. False if it is wrong, expired, used or reserved. */
  take(token: string): boolean
  /** Makes the token available again after a failed attempt. */
  release(): void
}

const validMs = 24 * 60 * 60 * 1000
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Only the hash is kept, in memory: each start prints a new link. */
export function makeSetupLink(origin: string, now: () => number = Date.now): SetupLink {
  const token = randomBytes(32).toString('base64url')
  const hash = hashOf(token)
  const end = now() + validMs
  let isTaken = false
  const accepts = (given: string) => !isTaken && now() < end && timingSafeEqual(hashOf(given), hash)
  return {
    url: `${origin}/setup?token=${token}`,
    accepts,
    take(given) {
      if (!accepts(given)) return false
      isTaken = true
      return true
    },
    release: () => void (isTaken = false),
  }
}

export async function hasAdmin(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from public.profiles where role = 'admin' and deactivated_at is null) as found`
  return row?.found === true
}
