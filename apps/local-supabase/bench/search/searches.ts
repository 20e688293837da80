import type { Sql } from 'postgres'
import { actAs, explain, percentile, type Cost } from './explain'
import type { Query } from './queries'

const call = ({ text, filters }: Query) => {
  const filter = JSON.stringify({ text, ...filters }).replaceAll("'", "''")
  return `select * from public.search_tickets('${filter}', sort_by => 'relevance', max_rows => 20)`
}

export interface SearchTimes {
  /** Milliseconds at the 95th percentile, and at most. */
  p95: number
  worst: number
  buffers: number
  kinds: Record<string, { median: number; worst: number; buffers: number }>
}

/** Costs of a page of 20 for each query, on warm caches. */
export function measureSearches(sql: Sql, person: string, queries: Query[]): Promise<SearchTimes> {
  return actAs(sql, person, async (tx) => {
    const kinds = new Map<string, Cost[]>()
    for (const query of queries) {
      const cost = await explain(tx, call(query))
      kinds.set(query.kind, [...(kinds.get(query.kind) ?? []), cost])
    }
    const all = [...kinds.values()].flat()
    const worst = (costs: Cost[], of: keyof Cost) => Math.max(...costs.map((cost) => cost[of]))
    const ms = (costs: Cost[]) => costs.map((cost) => cost.ms)
    return {
      p95: percentile(ms(all), 0.95),
      worst: worst(all, 'ms'),
      buffers: worst(all, 'buffers'),
      kinds: Object.fromEntries(
        [...kinds].map(([kind, costs]) => [
          kind,
          { median: percentile(ms(costs), 0.5), worst: worst(costs, 'ms'), buffers: worst(costs, 'buffers') },
        ]),
      ),
    }
  })
}
