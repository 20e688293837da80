import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, db, type TestUser } from './support/backend'

const size = 400
/** HELPDESK_SEARCH_QUERIES=10000 takes minutes. */
const queries = Number(process.env.HELPDESK_SEARCH_QUERIES ?? 1_000)
const batch = 250

/** A seeded random number generator. */
let state = 7
const below = (n: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * n)
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
const some = <T>(list: readonly T[], most: number) =>
  Array.from({ length: below(most + 1) }, () => pick(list))

/** Invented words, so that each is its own stem or the model knows the family. */
const syllables = ['ka', 'bol', 'mi', 'tru', 'zen', 'po', 'lag', 'ru', 'fim', 'do']
const words = Array.from({ length: 60 }, () => pick(syllables) + pick(syllables) + pick(syllables))
const secrets = Array.from({ length: 12 }, (_, n) => `xy${pick(syllables)}q${n}`)

interface Model {
  id: string
  requester: string
  status: string
  assignee: string | null
  subject: string
  description: string
  comments: { text: string; internal: boolean }[]
  created: string
}
interface Query {
  terms: string[]
  status: string | null
  assignee: string | null
}

describe(`search over ${size} tickets against a brute-force model`, () => {
  let customers: TestUser[]
  let agents: TestUser[]
  let tickets: Model[]
  const stems = new Map<string, string[]>()
  const learnStems = async (of: string[]) => {
    const rows = await db<{ word: string; en: string; de: string }[]>`
      select word, private.stem(word, 'pg_catalog.english_stem') as en, private.stem(word, 'pg_catalog.german_stem') as de
      from unnest(${of}::text[]) word`
    for (const { word, en, de } of rows) stems.set(word, [en, de])
  }

  beforeAll(async () => {
    customers = await Promise.all(
      ['Cora', 'Carl', 'Cleo'].map((name) => createUser('customer', `${name} Zzz`)),
    )
    agents = await Promise.all(['Ada', 'Abe'].map((name) => createUser('agent', `${name} Zzz`)))
    await db`truncate public.tickets cascade`
    const [first] = agents
    tickets = Array.from({ length: size }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      requester: pick(customers).id,
      status: pick(['open', 'pending', 'solved']),
      assignee: below(2) ? pick(agents).id : null,
      subject: [pick(words), ...some(words, 3)].join(' '),
      description: `${pick(words)} ${pick(words)} ${some(words, 8).join(' ')}`,
      comments: [
        ...some(words, 3).map((text) => ({ text: `${text} ${pick(words)}`, internal: false })),
        ...some(secrets, 1).map((text) => ({ text: `${text} ${pick(words)}`, internal: true })),
      ],
      created: new Date(Date.UTC(2026, 0, 1) - n * 36_000_000).toISOString(),
    }))
    await db`insert into public.tickets ${db(
      tickets.map(({ id, requester, status, assignee, subject, description, created }) => ({
        id,
        subject,
        description,
        status,
        created_by: requester,
        customer_id: requester,
        assigned_to: assignee,
        created_at: created,
      })),
    )}`
    await db`insert into public.comments ${db(
      tickets.flatMap(({ id, comments }) =>
        comments.map(({ text, internal }) => ({
          ticket_id: id,
          user_id: first?.id ?? '',
          content: text,
          is_internal: internal,
        })),
      ),
    )}`
    await learnStems([...words, ...secrets])
  }, 120_000)
  afterAll(async () => void (await db`truncate public.tickets cascade`))

  /** What a term of a query stands for, as search_query documents it. */
  const matches = (term: string, word: string, first: boolean, last: boolean, staff: boolean) => {
    if (word === term || (last && word.startsWith(term) && (staff || term.length >= 3))) return true
    const [en, de] = stems.get(term) ?? [term, term]
    if (!staff)
      return [en, de].some((stem) => stem !== undefined && stem.length >= 4 && word.startsWith(stem))
    const [wordEn, wordDe] = stems.get(word) ?? []
    if (wordEn === en || wordDe === de) return true
    return first && term.length >= 3 && (last ? word.includes(term) : word.endsWith(term))
  }

  const expected = (who: TestUser, { terms, status, assignee }: Query) => {
    const staff = agents.includes(who)
    return tickets
      .filter((ticket) => staff || ticket.requester === who.id)
      .filter(
        (ticket) => (!status || ticket.status === status) && (!assignee || ticket.assignee === assignee),
      )
      .filter(({ subject, description, comments }) => {
        const said = comments.filter(({ internal }) => staff || !internal).map(({ text }) => text)
        const all = [subject, description, ...said].join(' ').split(/\s+/)
        return (
          terms.every((term, n) =>
            all.some((word) => matches(term, word, n === 0, n === terms.length - 1, staff)),
          ) ||
          (!staff && `${subject} ${description}`.includes(terms.join(' ')))
        )
      })
      .map(({ id }) => id)
  }

  const randomQuery = (): Query => {
    const word = () => {
      const whole = pick(below(12) ? words : secrets)
      return below(5) ? whole : whole.slice(below(3), 3 + below(4))
    }
    return {
      terms: Array.from({ length: 1 + below(3) }, word).filter((term) => term.length > 1),
      status: pick([null, null, 'open', 'solved']),
      assignee: pick([null, null, ...agents.map(({ id }) => id)]),
    }
  }

  it(`answers ${queries} random queries of random people as the model does`, async () => {
    for (let done = 0; done < queries; done += batch) {
      const who = pick([...customers, ...agents])
      const asked = Array.from({ length: batch }, randomQuery).filter(({ terms }) => terms.length > 0)
      await learnStems(asked.flatMap(({ terms }) => terms))
      const rows = await db.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
        return tx<{ n: number; ids: string[]; texts: string }[]>`
          select q.n, array_agg(s.id order by s.created_at desc) filter (where s.id is not null) as ids,
            coalesce(string_agg(concat_ws(' ', s.marked_subject, s.snippet, s.corrected, s.last_message_preview), ' '), '') as texts
          from unnest(${asked.map(({ terms }) => terms.join(' '))}::text[], ${asked.map(({ status }) => status)}::text[],
            ${asked.map(({ assignee }) => assignee)}::uuid[]) with ordinality q (query, status, assignee, n)
          left join lateral public.search_tickets(q.query, q.status, filter_assignee => q.assignee, as_typed => true, max_rows => 100) s on true
          group by q.n order by q.n`
      })
      for (const [n, { ids, texts }] of rows.entries()) {
        const query = asked[n] as Query
        expect(ids ?? [], JSON.stringify({ query, who: who.email })).toEqual(
          expected(who, query).slice(0, 100),
        )
        if (customers.includes(who))
          for (const secret of secrets) expect(texts.replaceAll(/[\uE000\uE001]/g, '')).not.toContain(secret)
      }
    }
  }, 600_000)
})
