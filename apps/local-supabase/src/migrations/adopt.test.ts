import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHostedDatabase } from '@helpdesk/testing/hosted'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSchema } from '../database/migrate'
import { prepareOwner } from '../database/owner'
import { checkMigrations } from '../deploy-check/migrations'
import { startCluster, type Cluster } from '../postgres/cluster'
import { withConnection } from '../postgres/pool'
import { copySupabase, type SupabaseCopy } from '../test-support/supabase-copy'
import type { Migration } from './migration-files'
import { oldVersions, readOldRelease, type OldRelease } from './old-release'
import { upgrade } from './upgrade'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const password = 'a-password-of-its-own'
let folder: string
let cluster: Cluster
let copy: SupabaseCopy
let release: OldRelease
let baseline: Migration
let count = 0
const undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-adopt-'))
  // For the database's account.
  await chmod(folder, 0o711)
  copy = await copySupabase(folder)
  release = await readOldRelease(copy.dir)
  const migrations = await copy.read()
  const found = migrations.find(({ file }) => file === release.replacedBy)
  if (!found) throw new Error(`${release.replacedBy} is missing`)
  baseline = found
  cluster = await startCluster({ dataDir: folder, password, log: () => {} })
  await createOldDatabase('version_0_1_0')
  for (const step of undo.splice(0).reverse()) await step()
})
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (database: string) => {
  const url = new URL(cluster.url)
  url.pathname = `/${database}`
  return url.href
}

/** Records what version 0.1.0 did; its schema was that of the baseline. */
async function recordOldRelease(sql: Sql, versions = oldVersions(release)): Promise<void> {
  await sql`delete from supabase_migrations.schema_migrations`
  const rows = versions.map((version) => ({ version, name: 'old' }))
  await sql`insert into supabase_migrations.schema_migrations ${sql(rows)}`
}

async function openOwner(database: string): Promise<Sql> {
  const sql = postgres((await prepareOwner(urlOf(database), password)).url, { max: 1, onnotice: () => {} })
  undo.push(() => sql.end())
  return sql
}

async function createOldDatabase(name: string): Promise<void> {
  await withConnection(cluster.url, (sql) => sql.unsafe(`create database ${name}`))
  const sql = await openOwner(name)
  await createSchema(sql, [baseline])
  await sql`alter table supabase_migrations.schema_migrations drop column sha256`
  await recordOldRelease(sql)
  await sql`update public.workspace_settings set max_file_bytes = 2048`
}

/** A database that version 0.1.0 made, and how the portal upgrades it. */
async function oldDatabase() {
  const name = `workspace_${++count}`
  await withConnection(cluster.url, (sql) => sql.unsafe(`create database ${name} template version_0_1_0`))
  const sql = await openOwner(name)
  const recorded = () =>
    sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`
  return {
    name,
    sql,
    versions: async () => (await recorded()).map(({ version }) => version),
    upgrade: () => upgrade(sql, { dir: copy.dir, url: urlOf(name), secret: password, isHosted: false }),
  }
}

const databases = () =>
  withConnection(cluster.url, async (sql) => {
    const rows = await sql<{ name: string }[]>`select datname::text as name from pg_database order by 1`
    return rows.map(({ name }) => name)
  })

describe('a database of version 0.1.0', () => {
  it('comes along with its rows, and is compared once', async () => {
    const { name, sql, versions, upgrade } = await oldDatabase()
    const known = await databases()
    expect((await upgrade()).summary).toContain('the data of version 0.1.0 taken over')
    const migrations = await copy.read()
    expect(await versions()).toEqual(migrations.map(({ version }) => version))
    const [row] = await sql`select sha256 from supabase_migrations.schema_migrations order by version limit 1`
    expect(row).toEqual({ sha256: baseline.sha256 })
    expect([...(await sql`select max_file_bytes from public.workspace_settings`)]).toEqual([
      { max_file_bytes: 2048 },
    ])
    expect(await databases()).toEqual(known)
    expect(known).toContain(name)
    expect(await upgrade()).toEqual({ applied: [], summary: 'Migrations up to date' })
  })

  it('comes along beside tables of another application', async () => {
    const { sql, upgrade } = await oldDatabase()
    await sql`create table public.books (title text primary key)`
    await sql`create function public.book_count() returns bigint language sql as 'select count(*) from public.books'`
    expect((await upgrade()).summary).toContain('the data of version 0.1.0 taken over')
  })

  it.each([
    [
      'a function with another body',
      `create or replace function private.current_role() returns text language sql stable security definer set search_path = '' as $$ select 'admin' $$`,
      'function private."current_role"() has another definition',
    ],
    [
      'a missing policy',
      'drop policy macros_select_staff on public.macros',
      'policy public.macros.macros_select_staff is missing',
    ],
    [
      'a column too many',
      'alter table public.macros add column mine text',
      'column public.macros.mine is too many',
    ],
    [
      'a right too many',
      'grant select on public.macros to anon',
      'table grant public.macros to anon is too many',
    ],
  ])('is refused with %s, and stays as it was', async (_what, statement, difference) => {
    const { sql, versions, upgrade } = await oldDatabase()
    await sql.unsafe(statement)
    const before = await versions()
    await expect(upgrade()).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(
        new RegExp(
          `^The schema of this database is not that of version 0\\.1\\.0: ${difference.replace(/[().]/g, '\\$&')}.*Nothing was changed\\.`,
        ),
      ),
    })
    expect(await versions()).toEqual(before)
  })

  it('is refused, with what to do, when it lacks some migrations of version 0.1.0', async () => {
    const { sql, versions, upgrade } = await oldDatabase()
    const [last = ''] = oldVersions(release).slice(-1)
    await sql`delete from supabase_migrations.schema_migrations where version = ${last}`
    await expect(upgrade()).rejects.toThrow(
      `This database was made by an early version 0.1.0: it has 165 of its 166 migrations, and the first that it lacks is ${release.migrations.at(-1)}. Nothing was changed.\n` +
        'Start it with version 0.1.0 first (git checkout v0.1.0 && npm start), then with this one.',
    )
    expect(await versions()).toHaveLength(165)
  })

  it('asks for the right to create databases, and needs nothing else of a plain user', async () => {
    const { name, sql, versions, upgrade: asOwner } = await oldDatabase()
    const url = new URL(urlOf(name))
    const [owner] = await sql`select current_user::text as name`
    expect(owner).toEqual({ name: 'helpdesk_owner' })
    const plain = (await prepareOwner(url.href, password)).url
    const asPlain = () => upgrade(sql, { dir: copy.dir, url: plain, secret: password, isHosted: false })
    await expect(asPlain()).rejects.toThrow(
      /may not create the empty database.*\n {2}alter role "helpdesk_owner" createdb;$/,
    )
    await withConnection(cluster.url, (admin) => admin`alter role helpdesk_owner createdb`)
    undo.push(() => withConnection(cluster.url, (admin) => admin`alter role helpdesk_owner nocreatedb`))
    expect((await asPlain()).summary).toContain('the data of version 0.1.0 taken over')
    expect((await asOwner()).summary).toBe('Migrations up to date')
    expect(await versions()).not.toContain(oldVersions(release)[0])
  })
})

describe.each(['all', 'none'] as const)(
  'a hosted project of version 0.1.0 with default grants: %s',
  (grants) => {
    it('gets the commands that record the new history, once all of its migrations are recorded', async () => {
      const project = await startHostedDatabase(grants)
      try {
        await withConnection(project.url, async (sql) => {
          await createSchema(sql, [baseline], true)
          await recordOldRelease(sql)
          const found = await checkMigrations(sql, copy.dir)
          expect(found.what).toBe(
            'The 166 migrations of version 0.1.0 are one now, and the schema agrees with it',
          )
          const [reverted = '', applied = '', push] = (found.todo ?? '').split(/\s+→ /)
          const versions = oldVersions(release).join(' ')
          expect(reverted).toBe(`supabase migration repair --remote --status reverted ${versions}`)
          expect(applied).toBe(`supabase migration repair --remote --status applied ${baseline.version}`)
          expect(push).toBe('supabase db push --remote')

          await recordOldRelease(sql, oldVersions(release).slice(0, -2))
          expect(await checkMigrations(sql, copy.dir)).toMatchObject({
            what: expect.stringContaining('it has 164 of its 166 migrations'),
            todo: 'git checkout v0.1.0, then supabase db push --remote, then this version again',
          })
        })
      } finally {
        await project.stop()
      }
    })
  },
)
