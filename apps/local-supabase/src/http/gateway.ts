import type { Sql } from 'postgres'
import type { FreeSpace } from '../data-folder/free-space'
import { callerOf } from './caller'
import { createFairQueue, storageShares } from '../limits/fair-queue'
import type { Limits } from '../limits/limits'
import type { Log } from '../log/log'
import type { QueueKeys } from '../limits/queue-keys'
import type { CallerClaims, Gateway, Keys } from './types'

interface GatewayOptions {
  sql: Sql
  keys: Keys
  origin: string
  dataDir: string
  space: FreeSpace
  limits: Limits
  queueKeys: QueueKeys
  log: Log
}

export function createGateway({ queueKeys, ...options }: GatewayOptions): Gateway {
  const { sql, keys } = options
  const queue = createFairQueue(storageShares, 'storage')
  /** Anonymous callers are queued by the address of their request. */
  const requests = new WeakMap<CallerClaims, Request>()
  return {
    ...options,
    async caller(request) {
      const claims = await callerOf(request, keys)
      requests.set(claims, request)
      return claims
    },
    async asCaller(claims, work) {
      const limit = claims.role === 'service_role' ? '0' : '5s'
      let result: { value: Awaited<ReturnType<typeof work>> } | undefined
      async function run(): Promise<void> {
        await sql.begin(async (tx) => {
          await tx`select
            set_config('role', ${claims.role}, true),
            set_config('statement_timeout', ${limit}, true),
            set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
            set_config('request.jwt.claim.role', ${claims.role}, true),
            set_config('request.jwt.claims', ${JSON.stringify(claims.raw)}, true)`
          result = { value: await work(tx) }
        })
      }
      const key = await queueKeys.of(claims, requests.get(claims))
      await (key ? queue.run(key, run) : run())
      if (!result) throw new Error('The transaction ended without a result')
      return result.value
    },
  }
}
