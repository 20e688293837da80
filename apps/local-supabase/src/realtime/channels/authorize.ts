import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import type { CallerClaims } from '../../http/types'
import { createFairQueue } from '../../limits/fair-queue'

export type Extension = 'broadcast' | 'presence'
/** What the policies on `realtime.messages` allow. */
export type Allowed = ReadonlySet<Extension>

/** Checks at once; the database's pool has more connections than these. One account's joins leave room for others. */
const each = { anonymous: 2, customer: 3, staff: 3 }
const shares = { each, upTo: { anonymous: 2, customer: 6, staff: 6 }, waiting: 10_000 }

class Undo extends Error {}

const isRefused = (error: unknown) => z.object({ code: z.literal('42501') }).safeParse(error).success

/**
 * Asks the policies on `realtime.messages` what the caller may do on a topic, as a hosted project does: which probe rows
 * it can read, and which it can insert. Nothing is stored.
 */
export function createAuthorizer(sql: Sql) {
  const queue = createFairQueue(shares, 'realtime')

  const becomeCaller =
    ({ role, sub, raw }: CallerClaims, topic: string) =>
    (tx: TransactionSql) =>
      tx`select set_config('statement_timeout', '5s', true), set_config('realtime.topic', ${topic}, true),
      set_config('request.jwt.claims', ${JSON.stringify(raw)}, true),
      set_config('request.jwt.claim.sub', ${sub ?? ''}, true),
      set_config('request.jwt.claim.role', ${role}, true), set_config('role', ${role}, true)`

  /** Runs the probes in a transaction that is rolled back. */
  async function probe(
    { sub }: CallerClaims,
    work: (tx: TransactionSql) => Promise<Allowed>,
  ): Promise<Allowed> {
    let allowed: Allowed = new Set()
    try {
      await queue.run(sub ? { key: sub, rank: 'customer' } : { key: 'anonymous', rank: 'anonymous' }, () =>
        sql.begin(async (tx) => {
          allowed = await work(tx)
          throw new Undo()
        }),
      )
    } catch (error) {
      if (!(error instanceof Undo)) throw error
    }
    return allowed
  }

  return {
    readable: (claims: CallerClaims, topic: string, extensions: readonly Extension[]) =>
      probe(claims, async (tx) => {
        const rows = extensions.map((extension) => ({ id: randomUUID(), topic, extension }))
        await tx`insert into realtime.messages ${tx(rows)}`
        await becomeCaller(claims, topic)(tx)
        const seen = await tx<{ extension: Extension }[]>`
          select extension from realtime.messages where id = any(${rows.map(({ id }) => id)}::uuid[])`
        return new Set(seen.map(({ extension }) => extension))
      }),
    writable: (claims: CallerClaims, topic: string, extensions: readonly Extension[]) =>
      probe(claims, async (tx) => {
        await becomeCaller(claims, topic)(tx)
        const allowed = new Set<Extension>()
        for (const extension of extensions) {
          try {
            await tx.savepoint(
              (inner) =>
                inner`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
            )
            allowed.add(extension)
          } catch (error) {
            if (!isRefused(error)) throw error
          }
        }
        return allowed
      }),
  }
}
export type Authorizer = ReturnType<typeof createAuthorizer>
