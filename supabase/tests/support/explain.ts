import type { Sql, TransactionSql } from 'postgres'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/**
 * Explains the query, whose parameters are `$1` and so on. Runs it several times and keeps the run with the fewest
 * buffers: autovacuum takes a table out of the catalogue cache at any time, and the run after it reads up to 200 buffers
 * of the catalogue again.
 * @param count - runs; two are enough where a session explains many queries alike
 * @returns buffers and the plan as text
 */
export async function explain(
  sql: Sql | TransactionSql,
  query: string,
  parameters: (string | null)[] = [],
  count = 3,
) {
  const runs: { buffers: number; text: string }[] = []
  while (runs.length < count) {
    const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `explain (analyze, buffers, timing off, format json) ${query}`,
      parameters,
    )
    const plan = row?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error('no plan')
    runs.push({
      buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      text: JSON.stringify(plan),
    })
  }
  return runs.reduce((best, run) => (run.buffers < best.buffers ? run : best))
}
