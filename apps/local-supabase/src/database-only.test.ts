import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getAuthSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { clientAs, serviceClient, startStack } from '@helpdesk/testing'
import { startDatabaseOnly, type DatabaseOnly } from '@helpdesk/testing/database-only'
import postgres from 'postgres'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withConnection } from './postgres/pool'
import { exitCodes } from './start-error'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function start(options: Parameters<typeof startDatabaseOnly>[0] = {}): Promise<DatabaseOnly> {
  const database = await startDatabaseOnly(options)
  undo.push(database.stop)
  return database
}

const migrations = readdirSync(new URL('../../../supabase/migrations', import.meta.url)).length

/** Whether anon may read a table that the owner makes now. */
const isOpenByDefault = ({ connections }: DatabaseOnly) =>
  withConnection(connections.owner, async (sql) => {
    await sql`create table public.later (id int)`
    const [row] = await sql`select has_table_privilege('anon', 'public.later', 'select') as open`
    await sql`drop table public.later`
    return row?.open
  })

describe('npm start -- --database-only', () => {
  it('serves a portal that works as the owner, who is no superuser', async () => {
    const database = await start({ grants: 'none' })
    expect(await database.migrated).toBe(migrations)
    const { keys, connections } = database
    for (const url of Object.values(connections)) await withConnection(url, (sql) => sql`select 1`)

    const stack = await startStack({ env: database.env, seed: 'demo' })
    undo.push(stack.stop)
    expect(stack.publishableKey).toBe(keys.publishable)
    expect(stack.databaseUrl).toBe(connections.owner)
    const customer = await clientAs(stack, 'customer@example.com')
    const { error } = await customer
      .from('tickets')
      .insert({ subject: 'On a hosted database', description: 'A description that is long enough' })
    expect(error).toBeNull()
    const files = serviceClient(stack).storage.from('ticket-attachments')
    expect((await files.upload('hosted/note.txt', 'text', { contentType: 'text/plain' })).error).toBeNull()
    expect((await files.remove(['hosted/note.txt'])).data).toHaveLength(1)
  })

  it.each([
    ['default', true],
    ['none', false],
  ] as const)('has the grants of its kind of project: %s', async (grants, isOpen) => {
    // Migrations close it, so they wait.
    const env = { HELPDESK_STORAGE_URL: 'http://127.0.0.1:1' }
    expect(await isOpenByDefault(await start({ grants, env }))).toBe(isOpen)
  })
})

describe('a database with a real server', () => {
  /** Answers as soon as its tables are made, as Auth does. */
  async function startAuth(): Promise<{ url: string; makeTables: (url: string) => Promise<unknown> }> {
    const server = createServer((_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    undo.push(async () => server.close())
    const address = server.address()
    return {
      url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      makeTables: (url) =>
        withConnection(url, (sql) =>
          sql.begin(async (tx) => {
            await tx.unsafe(`${getAuthSchemaSql()};${SUPABASE_AUTH_HELPERS_SQL};
              create table auth.schema_migrations (version text primary key)`)
          }),
        ),
    }
  }

  it('gets the migrations once that server has made its tables, and is used with it only', async () => {
    const auth = await startAuth()
    const database = await start({ env: { HELPDESK_AUTH_URL: auth.url } })
    await vi.waitFor(() => expect(database.output()).toContain('auth.schema_migrations is missing'), 20_000)
    const owner = postgres(database.connections.owner, { max: 1 })
    undo.push(() => owner.end())
    expect(await owner`select 1 from pg_tables where schemaname = 'auth'`).toEqual([])
    await auth.makeTables(database.connections.auth)
    expect(await database.migrated).toBe(migrations)
    const [table] = await owner`select tableowner as owner from pg_tables where schemaname = 'auth' limit 1`
    expect(table?.owner).toBe('supabase_auth_admin')

    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main], {
      env: {
        ...process.env,
        ...database.env,
        PORT: '4391',
        HELPDESK_STATIC: 'off',
        HELPDESK_DATA: database.folder,
      },
      encoding: 'utf8',
    })
    expect(status).toBe(exitCodes.database)
    expect(stderr).toContain('Or name its services (HELPDESK_AUTH_URL)')

    // As a whole run of the tests over real servers: every stack takes them, and their database, from the environment.
    for (const [name, value] of Object.entries({ ...database.env, HELPDESK_AUTH_URL: auth.url }))
      vi.stubEnv(name, value)
    undo.push(async () => vi.unstubAllEnvs())
    const stack = await startStack()
    undo.push(stack.stop)
    expect(stack.databaseUrl).toBe(database.connections.owner)
    expect(await (await fetch(`${stack.url}/auth/v1/verify`)).text()).toBe('{}')
  })
})
