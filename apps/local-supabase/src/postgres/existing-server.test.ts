import { createHmac } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAs, createUser, sql as ownerOf, startStack, type StackOptions } from '@helpdesk/testing'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkVersion } from '../database/server-facts'
import { migrate } from '../database/migrate'
import { prepareOwner } from '../database/owner'
import { readSettings, root } from '../settings'
import { exitCodes } from '../start-error'
import { startCluster, type Cluster } from './cluster'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let cluster: Cluster
let superuser: postgres.Sql
let count = 0
const undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-server-'))
  await chmod(folder, 0o711)
  const server = join(folder, 'server')
  await mkdir(server, { mode: 0o711 })
  cluster = await startCluster({ dataDir: server, password: 'a-password-of-its-own', log: () => {} })
  superuser = postgres(cluster.url, { max: 1, onnotice: () => {} })
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})
afterAll(async () => {
  await superuser.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A new database on the server, and the address of a user in it (by default the superuser). */
async function newDatabase(user?: { name: string; attributes: string }) {
  const name = `portal_${++count}`
  await superuser.unsafe(`create database ${name}`)
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  const admin = postgres(url.href, { max: 1, onnotice: () => {} })
  undo.push(() => admin.end())
  if (user) {
    await superuser.unsafe(`create role ${user.name} login password 'secret' ${user.attributes}`)
    url.username = user.name
    url.password = 'secret'
  }
  return { name, url: url.href, admin }
}

async function start(url: string, options: StackOptions = {}) {
  const dataDir = join(folder, `data-${++count}`)
  const stack = await startStack({ dataDir, ...options, env: { DATABASE_URL: url, ...options.env } })
  undo.push(() => stack.stop())
  return stack
}

/** Prepares and migrates the database as a start does. */
async function prepare(url: string) {
  const owner = postgres((await prepareOwner(url, 'of-the-data-folder')).url, { max: 1, onnotice: () => {} })
  undo.push(() => owner.end())
  await migrate(owner, join(root, 'supabase/migrations'))
}

const tableCount = async (admin: postgres.Sql) => {
  const [row] = await admin<{ n: number }[]>`
    select count(*)::int as n from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  return row?.n
}

describe('DATABASE_URL of a superuser', () => {
  it('stores no database in the data folder, and keeps all data over a restart', async () => {
    const { url } = await newDatabase()
    const first = await start(url)
    expect(first.output()).toContain('Using the database of DATABASE_URL')
    expect(await readdir(first.dataDir)).not.toContain('postgres')
    await createUser(first, { email: 'customer@example.com' })
    const client = await clientAs(first, 'customer@example.com')
    const row = { subject: 'Elsewhere', description: 'This row lies on another server.' }
    expect((await client.from('tickets').insert(row)).error).toBeNull()
    await first.stop()

    const second = await start(url, { dataDir: first.dataDir })
    expect(second.output()).toContain('Migrations up to date')
    const again = await clientAs(second, 'customer@example.com')
    expect((await again.from('tickets').select('subject')).data).toEqual([{ subject: 'Elsewhere' }])
  })

  it('runs the services as an owner that is not a superuser, also with a new data folder', async () => {
    const { url } = await newDatabase()
    for (const stack of [await start(url), await start(url)]) {
      const owner = ownerOf(stack)
      const [row] = await owner`
        select rolname::text as name, rolsuper as superuser from pg_roles where rolname = session_user`
      expect(row).toEqual({ name: 'helpdesk_owner', superuser: false })
      await expect(owner`select pg_read_file('/etc/passwd')`).rejects.toThrow('permission denied')
      await expect(owner`copy public.tickets to program 'true'`).rejects.toThrow('permission denied')
      await owner.end()
      const sessions = await superuser<{ name: string }[]>`
        select distinct usename::text as name from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}
          and application_name <> 'probe' and pid <> pg_backend_pid() and usename <> 'postgres'`
      expect(sessions.map(({ name }) => name)).toEqual(['helpdesk_owner'])
      await stack.stop()
    }
  })
})

describe('DATABASE_URL of a superuser without a password', () => {
  const passwordOf = (url: string) => new URL(url).password
  const derivedFromEmpty = createHmac('sha256', '').update('helpdesk_owner').digest('hex')
  /** As with a certificate or peer authentication, where the URL contains no password. */
  async function withoutPassword() {
    const { url } = await newDatabase()
    const address = new URL(url)
    vi.stubEnv('PGPASSWORD', decodeURIComponent(address.password))
    undo.push(async () => vi.unstubAllEnvs())
    address.password = ''
    return address.href
  }
  /** PostgreSQL ends closed sessions a moment later. */
  const prepareOwnerSoon = (url: string, secret: string) =>
    vi.waitFor(async () => (await prepareOwner(url, secret)).url, { timeout: 20_000, interval: 100 })

  it('derives the owner’s password from the data folder', async () => {
    const url = await withoutPassword()
    const owner = await prepareOwnerSoon(url, 'one-data-folder')
    expect(passwordOf(owner)).not.toBe(derivedFromEmpty)
    expect(passwordOf(await prepareOwnerSoon(url, 'another-data-folder'))).not.toBe(passwordOf(owner))
  })

  it('does not change the owner’s password while a portal uses it', async () => {
    const url = await withoutPassword()
    const owner = await prepareOwnerSoon(url, 'one-data-folder')
    const working = postgres(owner, { max: 1 })
    await working`select 1`
    await expect(prepareOwner(url, 'another-data-folder')).rejects.toThrow(
      'Another portal runs as "helpdesk_owner"',
    )
    expect((await prepareOwner(url, 'one-data-folder')).url).toBe(owner)
    await working.end()
    await prepareOwnerSoon(url, 'another-data-folder')
    await expect(postgres(owner, { max: 1 })`select 1`).rejects.toThrow('password authentication failed')
    await prepareOwnerSoon(cluster.url, 'unused')
  })
})

it('refuses tables that belong to a superuser, and changes nothing', async () => {
  const { url, admin } = await newDatabase()
  await migrate(admin, join(root, 'supabase/migrations'))
  await expect(prepare(url)).rejects.toThrow(/belong to "postgres", not to "helpdesk_owner"/)
})

describe('DATABASE_URL of a user that is not a superuser', () => {
  it('prints the missing grants, and starts once they are granted', async () => {
    const { url, name, admin } = await newDatabase({ name: 'plain', attributes: '' })
    const refused = await start(url).catch((error: unknown) => String(error))
    expect(refused).toContain('ended with code 5')
    expect(refused).toContain(`The user "plain" of DATABASE_URL lacks rights in the database "${name}"`)
    const statements = String(refused).match(/^ {2}(alter|grant) .*;$/gm) ?? []
    expect(statements.length).toBeGreaterThan(2)
    expect(await tableCount(admin)).toBe(0)

    for (const statement of statements) await admin.unsafe(statement)
    const stack = await start(url)
    expect(stack.databaseUrl).toBe(url)
    await createUser(stack, { email: 'agent@example.com', role: 'agent' })
    const agent = await clientAs(stack, 'agent@example.com')
    expect((await agent.from('tickets').select('id')).error).toBeNull()
    await stack.stop()
    expect((await start(url)).output()).toContain('Migrations up to date')
  })

  it('names the owner of existing tables', async () => {
    const { url } = await newDatabase()
    await prepare(url)
    await superuser`create role other login createrole bypassrls password 'secret'`
    const address = new URL(url)
    address.username = 'other'
    address.password = 'secret'
    await expect(prepare(address.href)).rejects.toThrow(/belong to "helpdesk_owner", not to "other"/)
  })
})

describe('DATABASE_URL of a database that is not empty', () => {
  it('works beside tables of other names', async () => {
    const { url, admin } = await newDatabase()
    await admin`create table public.books (title text)`
    await admin`insert into public.books values ('kept')`
    const stack = await start(url)
    await createUser(stack, { email: 'customer@example.com' })
    const customer = await clientAs(stack, 'customer@example.com')
    expect((await customer.from('books').select()).error).not.toBeNull()
    expect(await admin`select title from public.books`).toEqual([{ title: 'kept' }])
  })

  it.each([
    ['a table of the same name', 'create table public.tickets (id int)', 'relation "tickets" already exists'],
    [
      'a schema auth',
      'create schema auth; create table auth.users (id int)',
      'has a schema "auth" of another',
    ],
    [
      'an extension of another application',
      'create extension citext with schema public',
      'has the extensions citext in a schema of another application',
    ],
    [
      'a database that cannot be written',
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      'is read-only',
    ],
    [
      'a Supabase project',
      'create schema auth; create table auth.schema_migrations (version text)',
      'belongs to a Supabase project',
    ],
  ])('explains what to do and changes nothing for %s', async (_what, command, sentence) => {
    const { url, admin } = await newDatabase()
    await admin.unsafe(command)
    const before = await tableCount(admin)
    const refused: unknown = await prepare(url).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      exitCode: exitCodes.database,
      message: expect.stringContaining(sentence),
    })
    expect(await tableCount(admin)).toBe(before)
  })
})

it('refuses an older server', () => {
  expect(() => checkVersion(150_012)).toThrow(
    'The server of DATABASE_URL is PostgreSQL 15; the portal needs 16 or newer.',
  )
})

it('refuses a database of another encoding', async () => {
  await superuser`create database latin encoding 'LATIN1' locale 'C' template template0`
  const address = new URL(cluster.url)
  address.pathname = '/latin'
  await expect(prepare(address.href)).rejects.toThrow(/"latin" of DATABASE_URL is not encoded in UTF-8/)
})

it('reports a server that does not answer', async () => {
  const start = startStack({ env: { DATABASE_URL: 'postgres://postgres:x@127.0.0.1:9/postgres' } })
  await expect(start).rejects.toThrow(
    /ended with code 5[\s\S]*The database does not answer: .*ECONNREFUSED.*\nCheck DATABASE_URL/,
  )
})

it('reports an invalid DATABASE_URL without its password', () => {
  const read = () => readSettings({ DATABASE_URL: 'mysql://root:hidden@127.0.0.1/x' })
  expect(read).toThrow(/^DATABASE_URL must look like postgres:\/\/(?!.*hidden)/)
})
