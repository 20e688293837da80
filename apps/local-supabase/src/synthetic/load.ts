import type { Sql, TransactionSql } from 'postgres'
import { withConnection } from '../postgres/pool'
import { StartError } from '../start-error'
import { dropIndexes } from './indexes'
import { addPeople } from './people'
import { Random } from './random'
import { makeTicket, type Workspace, type Ticket } from './tickets'

const tables = ['public.tickets', 'public.comments', 'public.ticket_tags']

/** Tickets per statement. */
const BATCH = 2_000

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

const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
const list = (items: readonly string[]) => (items.length ? [...items] : null)

/** The columns of a ticket, with what private.refresh_messages computes of its thread. */
function ticketRow(ticket: Ticket) {
  const messages = ticket.thread.filter((reply) => !reply.isInternal)
  const answer = messages.findLastIndex((reply) => reply.isStaff)
  const last = messages.at(-1)
  return {
    id: ticket.id,
    subject: ticket.subject,
    description: ticket.description,
    status: ticket.status,
    priority: ticket.priority,
    created_by: ticket.author.id,
    customer_id: ticket.customer.id,
    assigned_to: ticket.assignee?.id ?? null,
    tags: list(ticket.givenTags),
    all_tags: list(ticket.tags),
    version: 1 + messages.length,
    first_response_at: time(messages.find((reply) => reply.isStaff)?.at),
    resolved_at: time(ticket.resolvedAt),
    closed_at: time(ticket.closedAt),
    created_at: time(ticket.createdAt),
    updated_at: time(ticket.closedAt ?? ticket.resolvedAt ?? last?.at ?? ticket.createdAt),
    waiting_since: time(answer < 0 ? ticket.createdAt : messages[answer + 1]?.at),
    last_message_at: time(last?.at ?? ticket.createdAt),
    last_message_by: (last?.author ?? ticket.author).id,
    last_message: last?.content ?? ticket.description,
  }
}

const commentRows = ({ id, thread }: Ticket) =>
  thread.map(({ author, at, ...reply }) => ({
    ticket_id: id,
    user_id: author.id,
    content: reply.content,
    is_internal: reply.isInternal,
    author_name: author.name,
    author_role: reply.isStaff ? 'agent' : 'customer',
    created_at: time(at),
  }))

async function insertTickets(tx: TransactionSql, tickets: readonly Ticket[]): Promise<void> {
  await tx`
    with given as materialized (
      select g.*, r.all_tags, r.last_message
      from jsonb_array_elements(${tx.json(tickets.map(ticketRow))}) row,
        jsonb_populate_record(null::public.tickets, row) g,
        jsonb_to_record(row) as r (all_tags text[], last_message text)
    ), tags as (
      insert into public.ticket_tags (ticket_id, tags) select id, all_tags from given where all_tags is not null
    )
    insert into public.tickets (id, subject, description, status, priority, created_by, customer_id, assigned_to, tags,
      tag_keys, version, first_response_at, resolved_at, closed_at, created_at, updated_at, waiting_since,
      last_message_at, last_message_by, last_message_preview, subject_key, requester_key, assignee_key)
    select id, subject, description, status, priority, created_by, customer_id, assigned_to, tags,
      private.tag_keys(all_tags, tags), version, first_response_at, resolved_at, closed_at, created_at, updated_at,
      waiting_since, last_message_at, last_message_by, private.preview(last_message),
      private.sort_key(subject), private.sort_name(customer_id), private.sort_name(assigned_to)
    from given`
  await tx`
    insert into public.comments (ticket_id, user_id, content, is_internal, author_name, author_role, created_at, updated_at)
    select ticket_id, user_id, content, is_internal, author_name, author_role, created_at, created_at
    from jsonb_populate_recordset(null::public.comments, ${tx.json(tickets.flatMap(commentRows))})`
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

interface LoadOptions {
  count: number
  /** Equal seeds and workspaces give equal texts, people and shares. */
  seed: number
}

async function loadTickets(
  sql: Sql,
  { count, seed }: LoadOptions,
  log: (line: string) => void,
): Promise<void> {
  const from = performance.now()
  const report = (step: string) => log(`  ${step}: at ${((performance.now() - from) / 1000).toFixed(1)} s`)
  await sql.begin(async (tx) => {
    const enableTriggers = await disableTriggers(tx)
    await tx`set local maintenance_work_mem = '256MB'`
    const rebuildIndexes = await dropIndexes(tx, [...tables, 'public.profiles', 'private.tagged_tickets'])
    const workspace: Workspace = {
      customers: await addPeople(tx, 'customer', Math.ceil(count / 8)),
      agents: await addPeople(tx, 'agent', Math.min(150, Math.ceil(count / 5000))),
      now: Date.now(),
    }
    report('people')
    const [{ existing }] = await tx<[{ existing: number }]>`
      select count(*)::int as existing from public.tickets`
    const random = new Random(seed + existing)
    for (let first = 1; first <= count; first += BATCH) {
      const size = Math.min(BATCH, count - first + 1)
      await insertTickets(
        tx,
        Array.from({ length: size }, (_, n) => makeTicket(workspace, (first + n) / count, random)),
      )
    }
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

/**
 * Adds synthetic tickets with comments and tags to the people of the workspace, whom synthetic people join where they are too
 * few, and has the database build the search index again. The tables are locked meanwhile.
 * @param log - prints a line with the time since the start after each step
 * @throws StartError when there are no customers and agents yet
 */
export function addTickets(url: string, options: LoadOptions, log: (line: string) => void): Promise<void> {
  return withConnection(url, async (sql) => {
    const [people] = await sql<{ customers: number; agents: number }[]>`
      select count(*) filter (where role = 'customer')::int as customers,
        count(*) filter (where role = 'agent')::int as agents
      from public.profiles`
    if (!people?.customers || !people.agents)
      throw new StartError(
        'There are no customers and agents yet. Run npm start once with the demo data first.',
      )
    await loadTickets(sql, options, log)
  })
}
