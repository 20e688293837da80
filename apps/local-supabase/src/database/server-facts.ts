import type { Sql } from 'postgres'
import { z } from 'zod'
import { exitCodes, StartError } from '../start-error'

/** Roles of the data API, and other roles that migrations for hosted projects name. */
export const apiRoles = [
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const

/** Owns the portal's data and runs its services without being a superuser, as `postgres` does on hosted projects. */
export const ownerRole = 'helpdesk_owner'

/** Installed in the schema `extensions`, as on hosted projects. */
export const extensions = ['pg_trgm', 'citext', 'unaccent', 'pgcrypto', 'btree_gin'] as const

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
  /** May set `pgrst.db_pre_request`. */
  setPreRequest: z.boolean(),
  missingRoles: z.array(z.string()),
  /** Existing roles that the user may not switch to or change. */
  foreignRoles: z.array(z.string()),
  /** The database is the portal's. */
  ours: z.boolean(),
  /** Owner of the portal's schemas; null in a new database. */
  owner: z.string().nullable(),
  /** Schemas of another application with names that the services need. */
  takenSchemas: z.array(z.string()),
  supabase: z.boolean(),
  /** Parts whose tables a real server made. */
  realParts: z.array(z.enum(['auth', 'storage', 'realtime'])),
  isUtf8: z.boolean(),
  isReadOnly: z.boolean(),
  /** Extensions that the server does not offer. */
  missingExtensions: z.array(z.string()),
  /** Extensions that another application installed in its own schema. */
  misplacedExtensions: z.array(z.string()),
})

export type ServerFacts = z.infer<typeof factsSchema>

/** Role memberships have the options that the owner's rights need since 16. */
export function checkVersion(version: number): void {
  if (version >= 160_000) return
  throw new StartError(
    `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; the portal needs 16 or newer.`,
    exitCodes.database,
  )
}

/** Reads what the server, the database and its user allow. */
export async function readServerFacts(sql: Sql): Promise<ServerFacts> {
  const [version] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`
  // The query below needs the membership options of PostgreSQL 16.
  if (version) checkVersion(version.version)
  const names = [...apiRoles]
  const required = [...extensions]
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
          and pg_get_userbyid(nspowner) in ('supabase_auth_admin', 'supabase_admin')) as supabase,
      array(select schemaname::text from pg_tables where (schemaname, tablename) in
        (('auth', 'schema_migrations'), ('storage', 'migrations'), ('realtime', 'schema_migrations'))) as "realParts",
      (select pg_encoding_to_char(encoding) = 'UTF8' from pg_database where datname = current_database()) as "isUtf8",
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      array(select n from unnest(${required}::text[]) n
        where n not in (select name from pg_available_extensions)) as "missingExtensions",
      array(select extname::text from pg_extension where extname = any(${required})
        and extnamespace::regnamespace::text <> 'extensions') as "misplacedExtensions"
    from pg_roles r where r.rolname = current_user`
  return factsSchema.parse(row)
}
