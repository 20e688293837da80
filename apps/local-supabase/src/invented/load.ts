import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { documentColumns, Documents, nameColumns, wordColumns } from './documents'
import { dropIndexes } from './indexes'
import { addPeople } from './load-people'
import {
  commentColumns,
  commentRows,
  tagColumns,
  tagRow,
  ticketColumns,
  ticketRow,
  type TagKeys,
} from './rows'
import { Random } from './random'
import { tagNames } from './tags'
import { makeTickets } from './tickets'

const tables = ['public.tickets', 'public.comments', 'public.ticket_tags']
const DOCUMENTS = 'private.search_documents'

/** Characters per write: the generator and the server each have one in hand. */
const CHUNK = 256 * 1024

/** Resolves when the server can take more. */
const write = (stream: Writable, chunk: string) =>
  new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()))
  })

/**
 * Streams rows into a table.
 * @param target - the table and its columns
 * @param row - row n as lines of COPY, or ''
 */
async function copy(tx: TransactionSql, target: string, count: number, row: (n: number) => string) {
  const stream = await tx.unsafe(`copy ${target} from stdin`).writable()
  const end = finished(stream)
  let chunk = ''
  for (let n = 0; n < count; n++) {
    chunk += row(n)
    if (chunk.length < CHUNK && n < count - 1) continue
    await Promise.race([write(stream, chunk), end])
    chunk = ''
  }
  stream.end()
  // postgres 3.4 does not report an error after the last row (its issue 1173), but the next statement fails then. It
  // takes none before it has sent the end.
  await setImmediate()
  await Promise.race([
    end,
    tx`select`.catch((cause: unknown) => {
      throw new Error(`The database refused rows of ${target}`, { cause })
    }),
  ])
}

/**
 * Turns off triggers for the transaction, and with them the checks of foreign keys where the role may do so.
 * @returns whether foreign keys are unchecked, and what turns triggers on again
 */
async function disableTriggers(tx: TransactionSql) {
  const [role] = await tx<{ may: boolean }[]>`
    select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may`
  const may = role?.may ?? false
  const all = [...tables, DOCUMENTS, 'auth.users', 'auth.identities', 'public.profiles']
  if (may) await tx`set local session_replication_role = replica`
  else for (const table of all) await tx.unsafe(`alter table ${table} disable trigger user`)
  return {
    mayBreakKeys: may,
    enableTriggers: async () => {
      if (may) await tx`set local session_replication_role = origin`
      else for (const table of all) await tx.unsafe(`alter table ${table} enable trigger user`)
    },
  }
}

async function readTagKeys(tx: TransactionSql): Promise<TagKeys> {
  const rows = await tx<{ tag: string; given: string; added: string }[]>`
    select tag, private.tag_key(tag, true) as given, private.tag_key(tag, false) as added
    from unnest(${[...tagNames]}::text[]) tag`
  return new Map(rows.map(({ tag, given, added }) => [tag, { given, added }]))
}

/**
 * What triggers would have derived from the rows, for all of them at once. Runs after the load, still without triggers
 * and before the indexes are rebuilt.
 */
async function finish(tx: TransactionSql): Promise<void> {
  await tx`
    insert into private.known_tags as k (name, used_at)
    select tag, max(t.created_at)
    from public.ticket_tags g join public.tickets t on t.id = g.ticket_id, unnest(g.tags) tag group by tag
    on conflict (name) do update set used_at = greatest(k.used_at, excluded.used_at)`
  await tx`select private.refresh_tagged_tickets(array(select g.ticket_id from public.ticket_tags g))`
  await tx`select private.refresh_figures()`
}

/** Adds the words of new documents, as private.learn_words does, but counts all of them; and their names. */
async function addWords(tx: TransactionSql, documents: Documents): Promise<void> {
  const rows = documents.wordRows()
  await tx`create temporary table new_words (word text collate "C", docs integer) on commit drop`
  await copy(tx, `new_words (${wordColumns})`, rows.length, (n) => rows[n]!)
  await tx`
    insert into private.search_words as w (word, docs, stem_en, stem_de)
    select n.word, n.docs, private.stem(n.word, 'pg_catalog.english_stem'), private.stem(n.word, 'pg_catalog.german_stem')
    from new_words n order by n.word
    on conflict (word) do update set docs = w.docs + excluded.docs`
  const names = documents.nameRows()
  await tx`create temporary table new_names (token text collate "C") on commit drop`
  await copy(tx, `new_names (${nameColumns})`, names.length, (n) => names[n]!)
  await tx`
    insert into private.search_names select n.token from new_names n order by n.token on conflict (token) do nothing`
}

/** The seed itself, or the first number after it whose tickets are not in the database yet. */
async function unusedSeed(tx: TransactionSql, seed: number): Promise<number> {
  for (let next = seed; ; next++) {
    const [row] = await tx`select from public.tickets where id = ${new Random(next, 0).uuid()}`
    if (!row) return next
  }
}

interface LoadOptions {
  count: number
  seed: number
  now: number
  log: (line: string) => void
}

/**
 * Adds invented tickets with comments, tags, people and search documents, and analyzes the tables. The tables are locked
 * meanwhile. Documents are written by a transaction of their own, because their index takes a third of the time and is
 * built beside the rest; it is committed right after the other. A role that cannot turn off foreign keys uses one for all.
 * @param sql - at least two connections
 * @param options.count - number of tickets
 * @param options.seed - equal seeds, times and people give equal rows
 * @param options.now - time of the newest ticket, in milliseconds since 1970
 * @param options.log - gets a line with the time since the start after each step
 */
export async function loadTickets(sql: Sql, options: LoadOptions): Promise<void> {
  const { count, now, log } = options
  const from = performance.now()
  const report = (step: string) => log(`  ${step}: at ${((performance.now() - from) / 1000).toFixed(1)} s`)
  await sql.begin((second) =>
    sql.begin(async (tx) => {
      const { mayBreakKeys, enableTriggers } = await disableTriggers(tx)
      const apart = mayBreakKeys ? second : tx
      for (const each of [tx, apart]) await each`set local maintenance_work_mem = '256MB'`
      const rebuildIndexes = await dropIndexes(tx, [
        ...tables,
        'public.profiles',
        'private.tagged_tickets',
        'private.search_words',
      ])
      if (mayBreakKeys) await disableTriggers(apart)
      // Who reads documents now may wait for the tables that are locked already.
      await apart`set local lock_timeout = '10s'`
      const indexDocuments = await dropIndexes(apart, [DOCUMENTS])
      const people = await addPeople(tx, count, now)
      const keys = await readTagKeys(tx)
      const seed = await unusedSeed(tx, options.seed)
      const ticketAt = makeTickets({ seed, count, now, ...people })
      report('people')

      const documents = new Documents()
      async function writeDocuments() {
        await copy(apart, `${DOCUMENTS} (${documentColumns})`, count, (n) =>
          documents.rows(ticketAt(n), n, seed),
        )
        report('documents')
      }
      async function writeTickets() {
        const columns = `public.tickets (${ticketColumns})`
        await copy(tx, columns, count, (n) => ticketRow(ticketAt(n), n, seed, keys))
        await copy(tx, `public.comments (${commentColumns})`, count, (n) => commentRows(ticketAt(n), n, seed))
        await copy(tx, `public.ticket_tags (${tagColumns})`, count, (n) => tagRow(ticketAt(n)))
        report('tickets')
        await finish(tx)
        report('derived rows')
      }
      async function writeIndexes() {
        await addWords(tx, documents)
        await rebuildIndexes()
        report('indexes')
      }
      async function writeDocumentIndex() {
        await indexDocuments()
        report('index of documents')
      }
      if (mayBreakKeys) {
        await writeDocuments()
        // Both, even if one fails: no statement may run after its transaction was rolled back.
        const ends = await Promise.allSettled([writeDocumentIndex(), writeTickets().then(writeIndexes)])
        for (const end of ends) if (end.status === 'rejected') throw end.reason
      } else {
        for (const step of [writeTickets, writeDocuments, writeIndexes, writeDocumentIndex]) await step()
      }
      await enableTriggers()
    }),
  )
  await sql`vacuum analyze public.tickets, public.comments, public.ticket_tags, public.profiles, private.tagged_tickets,
    private.search_documents, private.search_words, private.search_names`
  report('statistics')
}
