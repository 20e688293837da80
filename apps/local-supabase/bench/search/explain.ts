import type { Sql, TransactionSql } from 'postgres'

export interface Cost {
  /** Milliseconds on the server. */
  ms: number
  buffers: number
}

/** Runs `work` as a person, in a transaction that is rolled back. */
export async function actAs<T>(
  sql: Sql,
  person: string,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  const undone: { result?: T } = {}
  await sql
    .begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('statement_timeout', '0', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`
      undone.result = await work(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return undone.result as T
}

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  'Execution Time': number
}

/** Cost of a query on warm caches: it runs once before. */
export async function explain(tx: TransactionSql, query: string): Promise<Cost> {
  await tx.unsafe(query)
  const [row] = await tx.unsafe<{ 'QUERY PLAN': Plan[] }[]>(
    `explain (analyze, buffers, timing off, format json) ${query}`,
  )
  const plan = row?.['QUERY PLAN'][0]
  if (!plan) throw new Error(`No plan: ${query}`)
  return {
    ms: plan['Execution Time'],
    buffers: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
  }
}

/** The value below which a share of the numbers lies. */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN

/** A random element, by a generator of numbers from 0 to 1. */
export const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)]!

/** A seeded generator of numbers from 0 to 1: each run asks the same. */
export function seeded(state: number): () => number {
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
