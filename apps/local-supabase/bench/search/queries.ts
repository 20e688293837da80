import type { Sql } from 'postgres'
import { pick, seeded } from './explain'

export interface Query {
  kind: string
  text: string
  /** More fields of the filter. */
  filters?: object
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** One edit at a random place: a letter more, less or other, or two neighbours swapped. Never the word itself. */
function misspell(word: string, random: () => number): string {
  for (;;) {
    const at = Math.floor(random() * word.length)
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const typo = pick(
      [
        before + pick([...letters], random) + after,
        before + after.slice(1),
        before + pick([...letters], random) + after.slice(1),
        before + after.charAt(1) + after.charAt(0) + after.slice(2),
      ],
      random,
    )
    if (typo !== word) return typo
  }
}

/** Words of five letters and more in so many documents, the same in each run. */
async function wordsBetween(sql: Sql, from: number, to: number, count: number): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`select word from private.search_words
    where word ~ '^[a-z]{5,14}$' and docs between ${Math.round(from)} and ${Math.round(to)} order by md5(word)
    limit ${count}`
  if (!rows.length) throw new Error(`No word is in ${from} to ${to} tickets`)
  return rows.map(({ word }) => word)
}

const at = (list: readonly string[], n: number) => list[n % list.length]!

/** 200 queries of an agent, rare and common in turn. */
export async function agentQueries(sql: Sql, tickets: number): Promise<Query[]> {
  const common = await wordsBetween(sql, tickets / 50, tickets, 25)
  const middle = await wordsBetween(sql, tickets / 1000, tickets / 50, 50)
  const rare = await wordsBetween(sql, 5, 20, 25)
  const names = await sql<
    { name: string }[]
  >`select name from public.profiles where role = 'customer' order by md5(id::text) limit 25`
  const random = seeded(5)
  return Array.from({ length: 20 }, (_, n): Query[] => [
    { kind: 'common word', text: at(common, n) },
    { kind: 'middling word', text: at(middle, n) },
    { kind: 'rare word', text: at(rare, n) },
    { kind: 'two words', text: `${at(common, n)} ${at(middle, n)}` },
    { kind: 'three words', text: `${at(common, n)} ${at(common, n + 1)} ${at(middle, n)}` },
    { kind: 'unfinished word', text: at(middle, n).slice(0, 4) },
    { kind: 'typo', text: misspell(at(n % 2 ? middle : rare, n), random) },
    { kind: 'a name', text: names[n % names.length]!.name },
    { kind: 'none', text: `qqxzy${n}` },
    {
      kind: 'filtered',
      text: at(common, n),
      filters: pick(
        [
          { status: ['open'], priority: ['urgent'] },
          { unassigned: true },
          { status: ['active'], created_until: new Date(Date.now() - 30 * 86_400_000).toISOString() },
        ],
        random,
      ),
    },
  ]).flat()
}

/** 200 queries of a customer: words of their tickets, frequent and rare ones there, and few that find nothing. */
export async function customerQueries(sql: Sql, customer: string): Promise<Query[]> {
  const rows = await sql<{ word: string }[]>`
    select word from (
      select d.words from private.search_documents d where d.words @@ ${`'c:${customer}'`}::tsquery order by d.created_at desc limit 300
    ) d, unnest(tsvector_to_array(d.words)) word
    where word ~ '^[a-z]{4,}$' group by 1 order by count(*) desc, 1`
  const words = rows.map(({ word }) => word)
  if (words.length < 20) throw new Error('A customer has too few words to search for')
  const random = seeded(6)
  const frequent = () => words[Math.floor(random() ** 3 * words.length)]!
  return Array.from({ length: 25 }, (_, n): Query[] => [
    { kind: 'frequent word', text: words[n % 20]! },
    { kind: 'word', text: frequent() },
    { kind: 'rare word', text: words.at(-1 - n * 3)! },
    { kind: 'two words', text: `${frequent()} ${frequent()}` },
    { kind: 'three words', text: `${frequent()} ${frequent()} ${frequent()}` },
    { kind: 'unfinished word', text: frequent().slice(0, 3) },
    { kind: 'typo', text: misspell(frequent(), random) },
    { kind: 'none', text: `qqxzy${n}` },
  ]).flat()
}
