import type { TransactionSql } from 'postgres'
import { db } from './backend'

/** Runs in a transaction that is rolled back: neither the backend nor other tests see what it writes. */
export async function rolledBack(work: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  const done = new Error('done')
  await db
    .begin(async (tx) => {
      await work(tx)
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
}
