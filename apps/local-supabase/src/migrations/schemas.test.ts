import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSchema, migrate } from '../database/migrate'
import { prepareOwner } from '../database/owner'
import { startCluster } from '../postgres/cluster'
import { root } from '../settings'
import {
  compareSchemas,
  describeDifferences,
  readSchema,
  type Difference,
  type Schema,
} from './compare-schemas'
import { listSchemaFiles } from './schema-files'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const supabaseDir = join(root, 'supabase')
const open = (url: string) => postgres(url, { max: 1, onnotice: () => {} })
let folder: string
let cluster: Awaited<ReturnType<typeof startCluster>>
/** The database that `supabase/schemas/` makes. */
let declared: Sql
/** What it was read as last. */
let known: Schema
let migrated: Schema

/** A database of its own, prepared as the first start of a portal does. */
async function createDatabase(name: string): Promise<Sql> {
  const admin = open(cluster.url)
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = new URL(cluster.url)
  url.pathname = name
  return open((await prepareOwner(url.href, 'of-the-data-folder')).url)
}

async function applySchemas(sql: Sql): Promise<void> {
  await createSchema(sql, [])
  for (const file of await listSchemaFiles(supabaseDir)) {
    const text = await readFile(join(supabaseDir, file), 'utf8')
    await sql
      .begin(async (tx) => {
        await tx`set local search_path = public, extensions`
        await tx.unsafe(text)
      })
      .catch((error: unknown) => {
        throw new Error(`${file}: ${String(error)}`, { cause: error })
      })
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-schemas-'))
  await chmod(folder, 0o711)
  cluster = await startCluster({
    dataDir: folder,
    password: 'a-password-of-its-own',
    log: () => {},
  })
  declared = await createDatabase('declared')
  await applySchemas(declared)
  known = await readSchema(declared)
  // Settings of roles belong to the whole server.
  const admin = open(cluster.url)
  for (const role of ['anon', 'authenticated', 'authenticator'])
    await admin.unsafe(`alter role ${role} reset all`)
  await admin.end()
  const other = await createDatabase('migrated')
  await migrate(other, join(supabaseDir, 'migrations'))
  migrated = await readSchema(other)
  await other.end()
})
afterAll(async () => {
  await declared?.end()
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('describes in schemas/ the database that the migrations make', () => {
  const found = compareSchemas(known, migrated)
  expect(describeDifferences(found, ['supabase/schemas', 'supabase/migrations'])).toBe('')
})

// Functions are created without a look at their bodies, which name what later files create.
it('has no function whose body names what does not exist', async () => {
  const functions = await declared<{ name: string; oid: number; language: string }[]>`
    select p.oid::regprocedure::text as name, p.oid::int8::int as oid, l.lanname as language
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace::regnamespace::text in ('public', 'private', 'gate') and l.lanname in ('sql', 'plpgsql')`
  expect(functions.length).toBeGreaterThan(400)
  await declared`set check_function_bodies = on`
  const broken: string[] = []
  for (const { name, oid, language } of functions) {
    const validator = language === 'sql' ? 'fmgr_sql_validator' : 'plpgsql_validator'
    await declared.unsafe(`select ${validator}(${oid})`).catch((error: unknown) => {
      broken.push(`${name}: ${String(error)}`)
    })
  }
  expect(broken).toEqual([])
})

/** Runs a statement on the database of `schemas/`. @returns what it changed */
async function changesBy(statement: string): Promise<Difference[]> {
  const before = known
  await declared.unsafe(statement)
  known = await readSchema(declared)
  return compareSchemas(before, known)
}

it.each([
  ['table grant public.macros to anon', 'grant references on public.macros to anon'],
  ['column grant public.tickets.subject to anon', 'grant select (subject) on public.tickets to anon'],
  [
    'function grant private.stamp_event() to authenticated',
    'grant execute on function private.stamp_event() to authenticated',
  ],
  [
    'default grant helpdesk_owner private r to anon',
    'alter default privileges in schema private grant select on tables to anon',
  ],
  ['column public.tickets.subject', `comment on column public.tickets.subject is 'Another comment'`],
  ['function comment public.list_tags()', `comment on function public.list_tags() is 'Another comment'`],
  [
    'policy public.macros.macros_select_staff',
    'alter policy macros_select_staff on public.macros using (true)',
  ],
  [
    'trigger public.tickets.tickets_before_insert',
    'alter table public.tickets disable trigger tickets_before_insert',
  ],
  ['table public.macros', 'alter table public.macros disable row level security'],
  ['table private.search_words', 'alter table private.search_words set (fillfactor = 90)'],
  ['column public.macros.body', 'alter table public.macros alter column body set statistics 100'],
  [
    'constraint public.macros.macros_touched',
    'alter table public.macros add constraint macros_touched check (updated_at >= created_at)',
  ],
  [
    'index public.macros_owner_idx',
    'drop index public.macros_owner_idx; create index macros_owner_idx on public.macros (owner_id desc)',
  ],
  [
    'function private.can_see_notes()',
    `create or replace function private.can_see_notes() returns boolean
    language sql stable security definer set search_path = '' as $$ select true $$`,
  ],
  ['function private.role_rank(text)', 'alter function private.role_rank(text) security definer'],
  [
    'function private.touch_updated_at()',
    'grant create on schema private to service_role; alter function private.touch_updated_at() owner to service_role',
  ],
  ['role setting anon', `alter role anon set statement_timeout = '4s'`],
  ['row public.workspace_settings', 'update public.workspace_settings set max_files = 4'],
  ['bucket mail-originals', `update storage.buckets set public = true where id = 'mail-originals'`],
])('finds a change of %s', async (object, statement) => {
  expect((await changesBy(statement)).map((found) => found.object)).toContain(object)
})

it('finds columns in another order', async () => {
  await changesBy('alter table private.visitors rename to former_visitors')
  const found = await changesBy(
    'create table private.visitors as select seen_at, person_id from private.former_visitors',
  )
  expect(found.map(({ object }) => object)).toContain('column private.visitors.seen_at')
  expect(known.get('column private.visitors.seen_at')).toMatch(/^position 1 /)
})

it('ignores comments and line breaks in the body of a function, and nothing in its texts', async () => {
  const define = (body: string) =>
    changesBy(`create or replace function private.compared() returns text language sql as $$ ${body} $$`)
  await define(`select 'a -- b'`)
  expect(await define(`-- a reason\n  select\n    'a -- b'`)).toEqual([])
  expect(describeDifferences(await define(`select 'a --  b'`), ['left', 'right'])).toMatch(
    /^function private\.compared\(\)\n {2}left: .*'a -- b'.*\n {2}right: .*'a -- {2}b'/,
  )
})
