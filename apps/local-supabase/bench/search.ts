import { cpus, loadavg } from 'node:os'
import postgres, { type Sql } from 'postgres'
import { withDatabase } from '../src/cli/with-database'
import { readSettings } from '../src/settings'

/**
 * `HELPDESK_DATA=<folder> npm run bench:search`: times of search over the tickets of a data folder, made before by
 * `npm run seed -- --tickets N`. Prints milliseconds; nothing is kept.
 */
const REPEATS = 25

interface Query {
  kind: string
  text: string
  /** The word that a typo stands for. */
  meant?: string
  filters?: string
}

const percentile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
const swap = (word: string, at: number): string =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)

async function words(sql: Sql, from: number, to: number): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`select word from private.search_words
    where word ~ '^[a-z]{5,14}$' and docs between ${from} and ${to} order by md5(word) limit ${REPEATS}`
  return rows.map(({ word }) => word)
}

async function queries(sql: Sql, tickets: number): Promise<Query[]> {
  const common = await words(sql, Math.round(tickets / 50), tickets)
  const middle = await words(sql, Math.round(tickets / 1000), Math.round(tickets / 50))
  const rare = await words(sql, 5, 20)
  const at = (list: string[], n: number) => list[n % list.length] ?? ''
  return Array.from({ length: REPEATS }, (_, n): Query[] => [
    { kind: 'common', text: at(common, n) },
    { kind: 'middle', text: at(middle, n) },
    { kind: 'rare', text: at(rare, n) },
    { kind: 'two words', text: `${at(common, n)} ${at(middle, n)}` },
    { kind: 'three words', text: `${at(common, n)} ${at(common, n + 1)} ${at(middle, n)}` },
    { kind: 'typo', text: swap(at(middle, n), 2), meant: at(middle, n) },
    { kind: 'typo of a rare word', text: swap(at(rare, n), 2), meant: at(rare, n) },
    { kind: 'none', text: `qqxzy${n}` },
    {
      kind: 'filtered',
      text: at(common, n),
      filters: `, filter_status => 'open', filter_priority => 'urgent'`,
    },
  ]).flat()
}

/** Searches as a person. @returns milliseconds by kind of query, and the share of typos that found what was meant */
async function measure(sql: Sql, person: string, list: Query[]) {
  const times = new Map<string, number[]>()
  let [found, meant] = [0, 0]
  await sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`
    const search = ({ text, filters = '' }: Query) =>
      tx.unsafe<{ id: string }[]>(
        `select id from public.search_tickets($1, sort_by => 'relevance', max_rows => 20${filters})`,
        [text],
      )
    // The first round warms the caches.
    for (const round of [0, 1])
      for (const query of list) {
        const from = performance.now()
        const rows = await search(query)
        if (round) times.set(query.kind, [...(times.get(query.kind) ?? []), performance.now() - from])
        if (!round || !query.meant) continue
        const wanted = (await search({ kind: '', text: query.meant })).slice(0, 10)
        const ids = new Set(rows.map(({ id }) => id))
        meant += wanted.length
        found += wanted.filter(({ id }) => ids.has(id)).length
      }
  })
  const all = [...times.values()].flat()
  const row = (list: number[]) => ({
    p50: Math.round(percentile(list, 0.5)),
    p95: Math.round(percentile(list, 0.95)),
    worst: Math.round(Math.max(...list)),
  })
  console.table({
    ...Object.fromEntries([...times].map(([kind, list]) => [kind, row(list)])),
    all: row(all),
  })
  console.log({ 'recall@10 of typos': Math.round((found / meant) * 100) / 100 })
}

await withDatabase(readSettings(process.env), console.log, async (url) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [size] = await sql<{ tickets: number }[]>`select count(*)::int as tickets from public.tickets`
    const list = await queries(sql, size?.tickets ?? 0)
    console.log({ ...size, cores: cpus().length, load: loadavg()[0] })
    const [agent] = await sql<{ id: string }[]>`select id from public.profiles where role = 'agent' limit 1`
    const customers = await sql<{ id: string; tickets: number }[]>`
      (select customer_id as id, count(*)::int as tickets from public.tickets group by 1 order by 2 desc limit 1)
      union all (select customer_id, count(*)::int from public.tickets group by 1 having count(*) between 15 and 25 limit 1)`
    console.log('as an agent')
    await measure(sql, agent?.id ?? '', list)
    for (const { id, tickets } of customers) {
      console.log(`as a customer with ${tickets} tickets`)
      await measure(sql, id, list)
    }
  } finally {
    await sql.end()
  }
})
