import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { createSchema } from '../database/migrate'
import { prepareOwner } from '../database/owner'
import { asUser, prepareHosted } from '../hosted-database/prepare'
import type { DefaultGrants } from '../hosted-database/roles'
import { clusterFolder, startCluster } from '../postgres/cluster'
import { withConnection } from '../postgres/pool'
import { exitCodes, StartError } from '../start-error'
import { readSchema, type Schema } from './compare-schemas'
import type { Migration } from './migration-files'

/** Reads the schema that migrations make in an empty database, which is removed afterwards. */
export type SchemaOf = (migrations: readonly Migration[]) => Promise<Schema>

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

async function createDatabase(admin: Sql): Promise<string> {
  const [facts] = await admin<
    { database: string; user: string; collate: string; ctype: string; may: boolean }[]
  >`
    select datname::text as database, current_user::text as user, datcollate::text as collate, datctype::text as ctype,
      (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as may
    from pg_database where datname = current_database()`
  if (!facts?.may)
    throw new StartError(
      `The user "${facts?.user}" of DATABASE_URL may not create the empty database that this one is compared with. ` +
        `Let a superuser run this once, and start again:\n  alter role "${facts?.user}" createdb;`,
      exitCodes.database,
    )
  // Of a start that was killed, too.
  const name = `${facts.database}_comparison`.slice(0, 63)
  await admin.unsafe(`drop database if exists "${name}" with (force)`)
  await admin.unsafe(
    `create database "${name}" template template0 encoding 'UTF8' lc_collate ${literal(facts.collate)} lc_ctype ${literal(facts.ctype)}`,
  )
  return name
}

/** On the server of the portal's own database. @param url - of the server's superuser, or of the portal's user */
export const onSameServer =
  (url: string, secret: string): SchemaOf =>
  (migrations) =>
    withConnection(url, async (admin) => {
      const name = await createDatabase(admin)
      try {
        const address = new URL(url)
        address.pathname = `/${name}`
        const owner = await prepareOwner(address.href, secret)
        return await withConnection(owner.url, async (sql) => {
          await createSchema(sql, migrations)
          return readSchema(sql)
        })
      } finally {
        await admin.unsafe(`drop database if exists "${name}" with (force)`)
      }
    })

/** On a server of its own in a hosted project's state. @param grants - what that project grants on new objects */
export const inHostedProject =
  (grants: DefaultGrants): SchemaOf =>
  async (migrations) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'helpdesk-comparison-'))
    // For the database's account.
    await chmod(dataDir, 0o711)
    const password = randomUUID()
    const cluster = await startCluster({ dataDir, password, log: () => {} })
    try {
      await prepareHosted(cluster.url, { password, grants, own: {} })
      return await withConnection(asUser(cluster.url, 'postgres'), async (sql) => {
        await createSchema(sql, migrations, true)
        return readSchema(sql)
      })
    } finally {
      await cluster.stop()
      await rm(clusterFolder(dataDir, password), { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    }
  }

/** What a project's platform grants on new objects of `public`: of that, migrations leave sequences of `service_role` alone. */
export async function defaultGrantsOf(sql: Sql): Promise<DefaultGrants> {
  const [row] = await sql`
    select from pg_default_acl d, aclexplode(d.defaclacl) a
    where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = 'S'
      and a.grantee = 'service_role'::regrole and a.privilege_type = 'USAGE'`
  return row ? 'all' : 'none'
}
