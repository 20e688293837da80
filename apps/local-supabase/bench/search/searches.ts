import type { Sql, TransactionSql } from 'postgres'
import { actAs, explain, percentile, seeded, type Cost } from './explain'
import { misspell, wordsBetween, type Query } from './queries'

const call = ({ text, filters }: Query, rows: number) => {
  const filter = JSON.stringify({ text, ...filters }).replaceAll("'", "''")
  return `select ticket ->> 'id' as id from public.search_tickets('${filter}', sort_by => 'relevance', max_rows => ${rows})`
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
      const cost = await explain(tx, call(query, 20).replace("select ticket ->> 'id' as id", 'select *'))
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

/** Bands of frequency, each with a quarter of the words. */
const bands = [
  [5, 20],
  [21, 100],
  [101, 1_000],
  [1_001, Infinity],
] as const

const idsOf = async (tx: TransactionSql, text: string, filters?: object) =>
  (await tx.unsafe<{ id: string }[]>(call({ kind: '', text, filters }, 10))).map(({ id }) => id)

/** Words of each band that a desk of so many tickets has. */
async function wordsOfBands(sql: Sql, tickets: number) {
  const within = bands.filter(([from]) => from <= tickets / 20)
  return Promise.all(
    within.map(async ([from, to]) => ({
      name: `in ${from} to ${to === Infinity ? 'all' : to} documents`,
      words: await wordsBetween(sql, from, Math.min(to, tickets), 75),
    })),
  )
}

/** The share of right words that search takes for misspelt ones. */
export async function measureNeedless(sql: Sql, agent: string, tickets: number): Promise<number> {
  const words = (await wordsOfBands(sql, tickets)).flatMap((band) => band.words)
  const corrected = await actAs(sql, agent, async (tx) => {
    const rows = await tx<{ word: string }[]>`
      select word from unnest(${words}::text[]) word, lateral (select * from public.search_tickets(jsonb_build_object('text', word), max_rows => 1)) found
      where found.corrected is not null`
    return rows.length
  })
  return corrected / words.length
}

/**
 * The share of the first ten tickets of a word, itself uncorrected, that its misspelt form finds among its first ten too.
 * @returns by frequency of the words, and for all
 */
export async function measureRecall(
  sql: Sql,
  agent: string,
  tickets: number,
): Promise<Record<string, number>> {
  const random = seeded(9)
  const shares: Record<string, number> = {}
  const total = { meant: 0, found: 0 }
  for (const { name, words } of await wordsOfBands(sql, tickets)) {
    const band = { meant: 0, found: 0 }
    for (const word of words) {
      const typo = misspell(word, random)
      const [meant, found] = await actAs(sql, agent, async (tx) => [
        await idsOf(tx, word, { as_typed: true }),
        await idsOf(tx, typo),
      ])
      band.meant += meant.length
      band.found += meant.filter((id) => found.includes(id)).length
    }
    shares[name] = band.found / band.meant
    total.meant += band.meant
    total.found += band.found
  }
  return { ...shares, all: total.found / total.meant }
}
