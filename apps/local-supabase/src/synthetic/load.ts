import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
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
 * @returns turns triggers on again
 */
async function disableTriggers(tx: TransactionSql): Promise<() => Promise<void>> {
  const [role] = await tx<{ may: boolean }[]>`
    select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may`
  const may = role?.may ?? false
  const all = [...tables, 'private.search_documents', 'auth.users', 'auth.identities', 'public.profiles']
  if (may) await tx`set local session_replication_role = replica`
  else for (const table of all) await tx.unsafe(`alter table ${table} disable trigger user`)
  return async () => {
    if (may) await tx`set local session_replication_role = origin`
    else for (const table of all) await tx.unsafe(`alter table ${table} enable trigger user`)
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
 * Adds synthetic tickets with comments, tags and people, has the database build the search index again, and analyzes the
 * tables. The tables are locked meanwhile.
 * @param options.count - number of tickets
 * @param options.seed - equal seeds, times and people give equal rows
 * @param options.now - time of the newest ticket, in milliseconds since 1970
 * @param options.log - gets a line with the time since the start after each step
 */
export async function loadTickets(sql: Sql, options: LoadOptions): Promise<void> {
  const { count, now, log } = options
  const from = performance.now()
  const report = (step: string) => log(`  ${step}: at ${((performance.now() - from) / 1000).toFixed(1)} s`)
  await sql.begin(async (tx) => {
    const enableTriggers = await disableTriggers(tx)
    await tx`set local maintenance_work_mem = '256MB'`
    const rebuildIndexes = await dropIndexes(tx, [...tables, 'public.profiles', 'private.tagged_tickets'])
    const people = await addPeople(tx, count, now)
    const keys = await readTagKeys(tx)
    const seed = await unusedSeed(tx, options.seed)
    const ticketAt = makeTickets({ seed, count, now, ...people })
    report('people')
    const columns = `public.tickets (${ticketColumns})`
    await copy(tx, columns, count, (n) => ticketRow(ticketAt(n), n, seed, keys))
    await copy(tx, `public.comments (${commentColumns})`, count, (n) => commentRows(ticketAt(n), n, seed))
    await copy(tx, `public.ticket_tags (${tagColumns})`, count, (n) => tagRow(ticketAt(n)))
    report('tickets')
    await finish(tx)
    await rebuildIndexes()
    report('derived rows and indexes')
    await tx`analyze ${tx.unsafe(tables.join(', '))}, public.profiles`
    await tx`call private.rebuild_search()`
    report('search')
    await enableTriggers()
  })
  await sql`vacuum analyze public.tickets, public.comments, public.ticket_tags, public.profiles, private.tagged_tickets,
    private.search_documents, private.search_words, private.search_names`
  report('statistics')
}
