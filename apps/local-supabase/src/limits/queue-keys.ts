import type { Sql } from 'postgres'
import { clientAddress } from '../http/connection'
import type { CallerClaims } from '../http/types'
import type { QueueKey, Rank } from './fair-queue'

/** Milliseconds until a changed role affects the queue. Permissions do not depend on it. */
const remembered = 30_000
const capacity = 10_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface QueueKeys {
  /** @returns undefined for the service role and for this process itself, which are not queued */
  of(claims: CallerClaims | undefined, request?: Request): Promise<QueueKey | undefined>
}

/** Determines queue keys. The rank comes from `profiles`, because the token does not contain the role. */
export function createQueueKeys(sql: Sql, now: () => number = Date.now): QueueKeys {
  const known = new Map<string, { rank: Promise<Rank>; until: number }>()

  async function readRank(id: string): Promise<Rank> {
    if (!uuid.test(id)) return 'customer'
    const [row] = await sql<{ role: string }[]>`
      select role from public.profiles where id = ${id} and deactivated_at is null`
    return row && row.role !== 'customer' ? 'staff' : 'customer'
  }

  function rankOf(id: string): Promise<Rank> {
    const entry = known.get(id)
    if (entry && entry.until > now()) return entry.rank
    const rank = readRank(id)
    rank.catch(() => known.delete(id))
    known.delete(id)
    known.set(id, { rank, until: now() + remembered })
    const [oldest] = known.keys()
    if (known.size > capacity && oldest !== undefined) known.delete(oldest)
    return rank
  }

  return {
    async of(claims, request) {
      if (claims?.role === 'service_role') return undefined
      if (claims?.sub) return { key: claims.sub, rank: await rankOf(claims.sub) }
      const address = request ? clientAddress(request) : 'anonymous'
      return address === undefined ? undefined : { key: address, rank: 'anonymous' }
    },
  }
}
