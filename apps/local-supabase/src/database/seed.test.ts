import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  clientAs,
  createUser,
  newDataFolder,
  sql,
  startStack,
  type Stack,
  type StackOptions,
} from '@helpdesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCluster } from '../postgres/cluster'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let data: string
const undo: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-seed-'))
  await chmod(folder, 0o711)
  data = join(folder, 'data')
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await rm(folder, { recursive: true, force: true })
})

const start = async (seed: string, options: StackOptions = {}) => {
  const stack = await startStack({ dataDir: data, ...options, env: { HELPDESK_SEED: seed, ...options.env } })
  undo.push(() => stack.stop())
  return stack
}

/** A start of a data folder that was started before, which takes less time than a first one. */
async function startAgain(seed: 'demo' | 'empty'): Promise<Stack> {
  data = await newDataFolder({ seed })
  const mine = data
  undo.push(() => rm(mine, { recursive: true, force: true }))
  return start(seed)
}

async function accounts(stack: Stack): Promise<string[]> {
  const db = sql(stack)
  const rows = await db<{ email: string }[]>`select email from auth.users order by email`
  await db.end()
  return rows.map(({ email }) => email)
}

const addTickets = (env: Record<string, string>, count = 50) => {
  const script = fileURLToPath(new URL('../cli/seed.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', script, '--tickets', String(count)],
    {
      env: { ...process.env, DATABASE_URL: '', HELPDESK_DATA: data, ...env },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout + stderr }
}

async function server(): Promise<string> {
  const cluster = await startCluster({ dataDir: folder, password: 'a-password-of-its-own', log: () => {} })
  undo.push(() => cluster.stop())
  return cluster.url
}

describe('the demo', () => {
  it('is not added to the database of DATABASE_URL by default', async () => {
    const url = await server()
    const first = await start('', { env: { DATABASE_URL: url } })
    expect(await accounts(first)).toEqual([])
    await createUser(first, { email: 'real@example.org' })
    await first.stop()

    const refused = await start('demo', { env: { DATABASE_URL: url } }).catch((error: unknown) =>
      String(error),
    )
    expect(refused).toContain('ended with code 1')
    expect(refused).toContain(
      'HELPDESK_SEED=demo would add accounts with a public password beside the accounts',
    )
    expect(await accounts(await start('', { env: { DATABASE_URL: url } }))).toEqual(['real@example.org'])
  })

  it('is added to the database of DATABASE_URL on request, and later starts warn about it', async () => {
    const url = await server()
    const first = await start('demo', { env: { DATABASE_URL: url } })
    expect(await accounts(first)).toContain('admin@example.com')
    await first.stop()
    const second = await start('', { env: { DATABASE_URL: url } })
    expect(second.output()).toContain('The demo accounts are in this database, and their password is public')
  })

  it('is not added to a data folder with accounts', async () => {
    const first = await startAgain('empty')
    await createUser(first, { email: 'real@example.org' })
    await first.stop()
    const second = await start('')
    expect(await accounts(second)).toEqual(['real@example.org'])
    expect(second.output()).toContain('The demo was not added: somebody has an account here')
    await second.stop()
    await expect(start('demo')).rejects.toThrow(/Nothing was added/)
  })

  it('is added by default to a new data folder, once', async () => {
    const first = await start('')
    const all = await accounts(first)
    expect(all).toContain('admin@example.com')
    for (const who of ['agent', 'agent2', 'admin', 'customer']) {
      const { data } = await (
        await clientAs(first, `${who}@example.com`)
      ).rpc('list_tickets', {
        sort_by: 'updated_at',
        max_rows: 100,
      })
      const unread = (data as { unread: boolean }[]).filter((row) => row.unread).length
      expect(unread, who).toBeGreaterThan(0)
      expect(unread, who).toBeLessThan(10)
    }
    await createUser(first, { email: 'visitor@example.org' })
    await first.stop()
    expect(await accounts(await start('demo'))).toEqual([...all, 'visitor@example.org'].sort())
  })
})

describe('npm run seed', () => {
  it('adds tickets to the demo only', async () => {
    const stack = await startAgain('empty')
    await createUser(stack, { email: 'real@example.org' })
    await createUser(stack, { email: 'agent@example.org', role: 'agent' })
    const refused = addTickets({ HELPDESK_SEED: '' })
    expect(refused).toMatchObject({ status: 1 })
    expect(refused.output).toContain(
      'this is not the demo: they would mix with real ones. Nothing was added.',
    )
    expect(addTickets({ HELPDESK_SEED: 'demo' })).toMatchObject({ status: 0 })
    await stack.stop()

    await (await startAgain('demo')).stop()
    expect(addTickets({ HELPDESK_SEED: '' })).toMatchObject({ status: 0 })
  })

  it('counts the tickets of the demo and the added ones in the daily figures', async () => {
    const stack = await startAgain('demo')
    const db = sql(stack)
    undo.push(() => db.end())
    const figures = async () =>
      (
        await db`
      select day::text, agent_id, figure, sum(amount)::text as amount from private.figures
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`
      ).map((row) => ({ ...row }))
    for (const seed of ['demo', 'added']) {
      if (seed === 'added') expect(addTickets({ HELPDESK_SEED: '' })).toMatchObject({ status: 0 })
      const kept = await figures()
      await db`select private.refresh_figures()`
      expect(kept, seed).toEqual(await figures())
    }
  })

  it('adds comments, tags, people and documents that agree with each other, and keeps the indexes', async () => {
    const stack = await startAgain('demo')
    const db = sql(stack)
    undo.push(() => db.end())
    const indexes = () =>
      db`select indexname, indexdef from pg_indexes where schemaname in ('public', 'private') order by 1`
    const before = await indexes()
    expect(addTickets({ HELPDESK_SEED: '' }, 400)).toMatchObject({ status: 0 })
    expect(addTickets({ HELPDESK_SEED: '' }, 400)).toMatchObject({ status: 0 })
    expect(await indexes()).toEqual(before)
    const [counts] = await db`
      select (select count(*)::int from public.tickets) as tickets,
        (select count(*)::int from public.tickets t left join public.ticket_tags g on g.ticket_id = t.id
          where t.tag_keys is distinct from private.tag_keys(g.tags, t.tags)) as wrong_keys,
        (select count(*)::int from public.tickets t where (t.subject_key, t.requester_key, t.assignee_key) is distinct from
          (private.sort_key(t.subject), private.sort_name(coalesce(t.customer_id, t.created_by)), private.sort_name(t.assigned_to)))
          as wrong_sort_keys,
        (select sum(amount)::int from private.figures where figure = 'created') as counted_tickets,
        (select count(*)::int from public.ticket_tags g, unnest(g.tags) tag
          where tag not in (select name from private.known_tags)) as unknown_tags,
        (select count(*)::int from public.comments c left join public.tickets t on t.id = c.ticket_id
          left join public.profiles p on p.id = c.user_id
          where t.id is null or (c.author_name, c.author_role) is distinct from (p.name, p.role)) as wrong_comments,
        (select count(*)::int from public.tickets t, unnest(array[created_by, customer_id, assigned_to]) person
          where person is not null and person not in (select id from public.profiles)) as lost_people,
        (select count(*)::int from public.profiles p full join auth.users u on u.id = p.id
          where p.id is null or u.id is null) as half_people,
        (select count(*)::int from private.search_documents d
          full join private.build_documents(array(select id from public.tickets)) b using (ticket_id, is_internal)
          where (d.words, d.created_at) is distinct from (b.words, b.created_at)) as wrong_documents,
        (select count(*)::int from ts_stat('select words from private.search_documents') s
          left join private.search_words w on w.word = s.word
          where s.word !~ '[:=]' and length(s.word) >= 2 and w.docs is distinct from s.ndoc) as wrong_words,
        (select count(*)::int from ts_stat('select words from private.search_documents') s
          where s.word ~ '^(n:|u:|e=)' and s.word not in (select token from private.search_names)) as unknown_names`
    expect(counts).toEqual({
      tickets: 1000,
      counted_tickets: 1000,
      wrong_keys: 0,
      wrong_sort_keys: 0,
      unknown_tags: 0,
      wrong_comments: 0,
      lost_people: 0,
      half_people: 0,
      wrong_documents: 0,
      wrong_words: 0,
      unknown_names: 0,
    })
  })

  it('adds nothing when tickets or documents cannot be written', async () => {
    const stack = await startAgain('demo')
    const db = sql(stack)
    undo.push(() => db.end())
    const state = async () => ({
      ...(
        await db`select (select count(*)::int from public.tickets) as tickets, (select count(*)::int from public.profiles) as people,
        (select count(*)::int from private.search_documents) as documents, (select sum(docs)::int from private.search_words) as words`
      )[0],
      indexes:
        await db`select indexdef from pg_indexes where schemaname in ('public', 'private') order by indexname`,
    })
    const before = await state()
    const [{ known }] = await db<[{ known: string }]>`select array_agg(id)::text as known from public.tickets`
    const unwritable = (table: string): [RegExp, string, string] => [
      /violates check constraint "unwritable"/,
      `alter table ${table} add constraint unwritable check (false) not valid`,
      `alter table ${table} drop constraint unwritable`,
    ]
    const failures: [RegExp, string, string][] = [
      unwritable('public.tickets'),
      unwritable('private.search_documents'),
      [
        /division by zero/,
        // Only the documents of new tickets break it.
        `create index unwritable on private.search_documents ((1 / case when ticket_id = any ('${known}') then 1 else 0 end))`,
        'drop index private.unwritable',
      ],
    ]
    for (const [message, prepare, undoIt] of failures) {
      await db.unsafe(prepare)
      const failed = addTickets({ HELPDESK_SEED: '' }, 400)
      expect(failed).toMatchObject({ status: 1 })
      expect(failed.output).toMatch(message)
      await db.unsafe(undoIt)
      expect(await state()).toEqual(before)
    }
    expect(addTickets({ HELPDESK_SEED: '' }, 400)).toMatchObject({ status: 0 })
    expect(await state()).not.toEqual(before)
  })
})
