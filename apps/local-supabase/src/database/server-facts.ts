import type { Sql } from 'postgres'
import { z } from 'zod'
import { exitCodes, StartError } from '../start-error'

/** Roles that the data API switches to, and those that a hosted project's migrations name. */
export const apiRoles = [
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const

const factsSchema = z.object({
  version: z.number(),
  database: z.string(),
  user: z.string(),
  superuser: z.boolean(),
  createRole: z.boolean(),
  bypassRls: z.boolean(),
  /** May create schemas and extensions. */
  createInDatabase: z.boolean(),
  createInPublic: z.boolean(),
  /** May name the function that the data API asks before each request. */
  setPreRequest: z.boolean(),
  missingRoles: z.array(z.string()),
  /** Roles that exist but that the user may not switch to, or not change. */
  foreignRoles: z.array(z.string()),
  /** The portal has been here before. */
  ours: z.boolean(),
  /** Owns what the portal has made here; null in a new database. */
  owner: z.string().nullable(),
  /** Schemas of another application under names that the services need. */
  takenSchemas: z.array(z.string()),
  supabase: z.boolean(),
})

export type ServerFacts = z.infer<typeof factsSchema>

/** What the server, the database and its user allow. */
export async function readServerFacts(sql: Sql): Promise<ServerFacts> {
  const [version] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`
  // The questions below need the membership options of PostgreSQL 16.
  if (version) checkVersion(version.version)
  const names = [...apiRoles]
  const [row] = await sql`
    select current_setting('server_version_num')::int as version, current_database() as database,
      current_user::text as user, r.rolsuper as superuser, r.rolcreaterole as "createRole",
      r.rolbypassrls as "bypassRls",
      has_database_privilege(current_database(), 'create') as "createInDatabase",
      has_schema_privilege('public', 'create') as "createInPublic",
      has_parameter_privilege('pgrst.db_pre_request', 'set') as "setPreRequest",
      array(select n from unnest(${names}::text[]) n where to_regrole(n) is null) as "missingRoles",
      array(select n from unnest(${names}::text[]) n where to_regrole(n) is not null
        and not (pg_has_role(to_regrole(n), 'member with admin option')
          and (n not in ('anon', 'authenticated', 'service_role') or pg_has_role(to_regrole(n), 'set')))) as "foreignRoles",
      -- Not by to_regclass, which fails without usage of the schema.
      exists (select from pg_tables where schemaname = 'supabase_migrations' and tablename = 'seed_files') as ours,
      (select pg_get_userbyid(nspowner)::text from pg_namespace where nspname = 'supabase_migrations') as owner,
      array(select nspname::text from pg_namespace where nspname in ('auth', 'storage')) as "takenSchemas",
      exists (select from pg_tables where schemaname = 'auth' and tablename = 'schema_migrations') or exists (
        select from pg_namespace where nspname = 'auth'
          and pg_get_userbyid(nspowner) in ('supabase_auth_admin', 'supabase_admin')) as supabase
    from pg_roles r where r.rolname = current_user`
  return factsSchema.parse(row)
}

function checkVersion(version: number): void {
  if (version >= 160_000) return
  throw new StartError(
    `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; the portal needs 16 or newer.`,
    exitCodes.database,
  )
}

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** The statements that a superuser runs so that this user can own the portal's database. */
export function missingGrants(facts: ServerFacts): string[] {
  if (facts.superuser) return []
  const user = quoted(facts.user)
  const attributes = [
    ...(facts.createRole ? [] : ['createrole']),
    ...(facts.missingRoles.includes('service_role') && !facts.bypassRls ? ['bypassrls'] : []),
  ]
  return [
    ...(attributes.length ? [`alter role ${user} ${attributes.join(' ')};`] : []),
    ...(facts.foreignRoles.length
      ? [`grant ${facts.foreignRoles.join(', ')} to ${user} with admin option, set true;`]
      : []),
    ...(facts.createInDatabase ? [] : [`grant create on database ${quoted(facts.database)} to ${user};`]),
    ...(facts.setPreRequest ? [] : [`grant set on parameter pgrst.db_pre_request to ${user};`]),
    ...(facts.createInPublic ? [] : [`grant usage, create on schema public to ${user};`]),
  ]
}

/** @throws StartError with what to do when the portal cannot live in this database */
export function checkServer(facts: ServerFacts): void {
  const { database, user, ours, takenSchemas, supabase } = facts
  checkVersion(facts.version)
  if (supabase)
    throw new StartError(
      `The database "${database}" of DATABASE_URL belongs to a Supabase project, whose own services keep accounts and files there.\n` +
        'Serve that project instead: SUPABASE_URL=… SUPABASE_PUBLISHABLE_KEY=… npm start',
      exitCodes.database,
    )
  if (!ours && takenSchemas.length > 0)
    throw new StartError(
      `The database "${database}" of DATABASE_URL has a schema "${takenSchemas.join('", "')}" of another application. ` +
        `Nothing was changed.\n${databaseOfItsOwn}`,
      exitCodes.database,
    )
  if (ours && !facts.superuser && facts.owner !== null && facts.owner !== user)
    throw new StartError(
      `The portal's tables in the database "${database}" belong to "${facts.owner}", not to the user "${user}" of DATABASE_URL.\n` +
        `Name "${facts.owner}" or a superuser in DATABASE_URL.`,
      exitCodes.database,
    )
  const grants = missingGrants(facts)
  if (grants.length > 0)
    throw new StartError(
      `The user "${user}" of DATABASE_URL lacks rights in the database "${database}". ` +
        `Let a superuser run this there, and start again:\n${grants.map((line) => `  ${line}`).join('\n')}`,
      exitCodes.database,
    )
}

/** The way out when names of the portal are taken. */
export const databaseOfItsOwn =
  'Give the portal a database of its own: run "create database helpdesk;" on that server and name it in DATABASE_URL.'
