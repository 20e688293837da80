import type postgres from 'postgres'
import { expect, vi } from 'vitest'
import { db } from './backend'

/**
 * Waits until a connection waits for a lock of this transaction, or the call has ended.
 * @returns whether the call waits
 */
export async function whenBlocked(tx: postgres.TransactionSql, call: PromiseLike<unknown>): Promise<boolean> {
  let ended = false
  const end = () => {
    ended = true
  }
  call.then(end, end)
  const [holder] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  const isBlocked = async () => {
    const waiting = await db`
      select from pg_stat_activity where ${holder?.pid ?? 0} = any (pg_blocking_pids(pid))`
    return waiting.length > 0
  }
  await vi.waitFor(async () => expect(ended || (await isBlocked())).toBe(true), {
    timeout: 20_000,
    interval: 20,
  })
  return !ended
}
