import type { Sql } from 'postgres'
import { callerOf } from './caller'
import type { Limits } from '../limits/limits'
import type { Gateway, Keys } from './types'

interface GatewayOptions {
  sql: Sql
  keys: Keys
  origin: string
  dataDir: string
  limits: Limits
  log(line: string): void
}

export function createGateway(options: GatewayOptions): Gateway {
  const { sql, keys } = options
  return {
    ...options,
    caller: (request) => callerOf(request, keys),
    async asCaller(claims, work) {
      let result: { value: Awaited<ReturnType<typeof work>> } | undefined
      await sql.begin(async (tx) => {
        await tx`select
          set_config('role', ${claims.role}, true),
          set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
          set_config('request.jwt.claim.role', ${claims.role}, true),
          set_config('request.jwt.claims', ${JSON.stringify(claims.raw)}, true)`
        result = { value: await work(tx) }
      })
      if (!result) throw new Error('The transaction ended without a result')
      return result.value
    },
  }
}
