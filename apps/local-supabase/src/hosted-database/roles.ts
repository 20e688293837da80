/**
 * Gives a cluster with the base schema the roles of a hosted project: `postgres` without superuser, `auth`, `storage`
 * and `realtime` owned by their services, time limits, and the default grants on `public` to the API roles.
 * Sources: github.com/supabase/postgres, migrations/db (roles, grants, 10000000000000_demote-postgres and
 * revoke_admin_roles_from_postgres, 20231130133139, 20260413000000 and 20260821154147: settings and rights of services) and
 * ansible/files/postgresql_config/supautils.conf.j2. Limits: supabase.com/docs/guides/database/postgres/timeouts.
 *
 * Run by the superuser `postgres` of a new cluster; afterwards that superuser is called `supabase_admin`.
 */

const ownedBy = (schema: string, owner: string) => `
do $$
declare thing record;
begin
  for thing in
    select format('alter %s %s owner to ${owner}', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
      oid::regclass) as command
    from pg_class c where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and relkind = 'S')
    union all
    select format('alter type %s owner to ${owner}', oid::regtype) from pg_type
    where typnamespace = '${schema}'::regnamespace and typtype in ('e', 'd')
    union all
    select format('alter routine %s owner to ${owner}', oid::regprocedure) from pg_proc
    where pronamespace = '${schema}'::regnamespace
  loop
    execute thing.command;
  end loop;
end $$;
alter schema ${schema} owner to supabase_admin;
grant all on schema ${schema} to ${owner};
grant usage on schema ${schema} to postgres;
grant all on all tables in schema ${schema} to postgres;
grant all on all sequences in schema ${schema} to postgres;
grant all on all routines in schema ${schema} to postgres;
alter default privileges for role ${owner} in schema ${schema} grant all on tables to postgres;
alter default privileges for role ${owner} in schema ${schema} grant all on sequences to postgres;
alter default privileges for role ${owner} in schema ${schema} grant all on routines to postgres;
`

/** Step 1, as initdb's superuser: creates a superuser of another name. */
export const superuser = (password: string) =>
  `create role supabase_admin login superuser createdb createrole replication bypassrls password '${password}'`

/**
 * Default grants of projects made before 30 May 2026, or after it ("Automatically expose new tables and functions" is off):
 * the latter revoke what the Data API uses, TRUNCATE and the like stay.
 */
export const defaultGrants = {
  all: '',
  none: `
alter default privileges for role postgres in schema public revoke select, insert, update, delete on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke usage, select, update on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke execute on functions from anon, authenticated, service_role;
`,
}
export type DefaultGrants = keyof typeof defaultGrants

/**
 * Loads safeupdate, which refuses UPDATE and DELETE without WHERE, into sessions of the Data API as hosted projects do. The npm
 * binaries lack it, and a session with a library that is missing does not start; so only where somebody installed it.
 */
const safeUpdate = `
do $$
begin
  load 'safeupdate';
  alter role authenticator set session_preload_libraries = 'safeupdate';
exception when undefined_file then
  null;
end $$;
`

/** Step 2, as supabase_admin. */
export const hostedRoles = (password: string, grants: DefaultGrants = 'all') => `
alter role postgres rename to cluster_owner;
create role postgres login nosuperuser createdb createrole replication bypassrls password '${password}';
alter role postgres set search_path to "$user", public, extensions;
alter role supabase_auth_admin with login noinherit password '${password}';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin with login noinherit createrole password '${password}';
alter role supabase_storage_admin set search_path = storage;
alter role anon inherit;
alter role authenticated inherit;
alter role service_role inherit;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator login password '${password}';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

alter database postgres owner to postgres;
alter database postgres set statement_timeout = '2min';
grant create on database postgres to supabase_auth_admin, supabase_storage_admin;
grant anon, authenticated, service_role, authenticator, pg_read_all_data, pg_signal_backend, pg_monitor
  to postgres with admin option;
grant authenticator to supabase_storage_admin;

drop schema if exists supabase_migrations cascade;
grant all on schema extensions to postgres;
grant usage on schema public to postgres, anon, authenticated, service_role;
do $$
declare kind text;
begin
  foreach kind in array array['tables', 'sequences', 'functions'] loop
    execute format('alter default privileges for role postgres in schema public grant all on %s
      to postgres, anon, authenticated, service_role', kind);
    execute format('alter default privileges for role supabase_admin in schema public grant all on %s
      to postgres, anon, authenticated, service_role', kind);
  end loop;
end $$;
${defaultGrants[grants]}
${ownedBy('auth', 'supabase_auth_admin')}
${ownedBy('storage', 'supabase_storage_admin')}
create role supabase_realtime_admin nologin noinherit;
${ownedBy('realtime', 'supabase_realtime_admin')}
grant all on all tables in schema storage to anon, authenticated, service_role;
${safeUpdate}
grant usage on schema auth, storage, realtime to anon, authenticated, service_role;

create role dashboard_user nologin createdb createrole replication;

-- Realtime works as supabase_admin, and keeps its tenants in a schema of its own.
create schema if not exists _realtime authorization supabase_admin;
alter default privileges for role supabase_admin in schema realtime grant all on tables to postgres;
alter default privileges for role supabase_admin in schema realtime grant all on sequences to postgres;
alter default privileges for role supabase_admin in schema realtime grant all on routines to postgres;

create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
`

/**
 * The extension supautils lets `postgres` change policies and drop triggers of tables that it does not own, and set
 * `pgrst.*` for the API's roles. Here, membership in the owners' roles allows it, and event triggers refuse everything
 * else that the membership would allow.
 */
export const supautilsRules = `
grant set on parameter "pgrst.db_pre_request" to postgres;
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres with inherit true, set false;

create function extensions.refuse_foreign_changes() returns event_trigger language plpgsql as $$
declare change record;
begin
  if session_user <> 'postgres' then return; end if;
  for change in
    select command_tag as what, object_identity as name, schema_name as schema from pg_event_trigger_ddl_commands()
  loop
    if change.schema in ('auth', 'storage', 'realtime') and change.what not in ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER', 'GRANT', 'REVOKE')
      or change.what = 'COMMENT' and change.name ~ ' on (auth|storage|realtime)\\.' then
      raise 'must be owner of %, which hosted projects do not give to postgres', change.name using errcode = '42501';
    end if;
  end loop;
end $$;
create event trigger refuse_foreign_changes on ddl_command_end execute function extensions.refuse_foreign_changes();

create function extensions.refuse_foreign_drops() returns event_trigger language plpgsql as $$
declare change record;
begin
  if session_user <> 'postgres' then return; end if;
  for change in select object_type as what, object_identity as name, address_names from pg_event_trigger_dropped_objects() loop
    if change.address_names[1] in ('auth', 'storage', 'realtime') and change.what not in ('policy', 'trigger') then
      raise 'must be owner of %, which hosted projects do not give to postgres', change.name using errcode = '42501';
    end if;
  end loop;
end $$;
create event trigger refuse_foreign_drops on sql_drop execute function extensions.refuse_foreign_drops();
`

/** Storage keeps rows and files together by this trigger, which its own migrations make. */
export const storageProtection = `
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using errcode = '42501';
  end if;
  return null;
end $$;
alter function storage.protect_delete() owner to supabase_storage_admin;
create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets for each statement execute function storage.protect_delete();
`
