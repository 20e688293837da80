import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { realtimeSchema } from '../realtime/schema'
import { apiRoles, extensions } from './server-facts'

/** The state of a hosted project before its first migration: roles, extensions, auth, storage, realtime. Run by the owner. */
export const baseSchema = `
do $$
declare wanted text;
begin
  foreach wanted in array array['${apiRoles.join("', '")}'] loop
    if to_regrole(wanted) is null then
      execute format('create role %I nologin noinherit %s', wanted, case when wanted = 'service_role' then 'bypassrls' else '' end);
      -- Unlike a superuser, other creators may grant the role but are not members.
      if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('grant %I to current_user with inherit false, set true', wanted);
      end if;
    end if;
  end loop;
end $$;
grant anon, authenticated, service_role to authenticator;

create schema if not exists extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
${extensions.map((name) => `create extension if not exists ${name} with schema extensions;`).join('\n')}

${SUPABASE_AUTH_HELPERS_SQL}
${getAuthSchemaSql()}
${getStorageSchemaSql()}

-- As hosted: ids and tokens have defaults, so that seeds written for hosted projects load here.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;
alter table auth.users alter column id set default gen_random_uuid();
alter table auth.identities alter column id set default gen_random_uuid();
alter table auth.sessions alter column id set default gen_random_uuid();
alter table auth.refresh_tokens alter column id set default gen_random_uuid()::text;
alter table auth.flow_state alter column id set default gen_random_uuid();
create unique index if not exists refresh_tokens_token_unique on auth.refresh_tokens (token);
create index if not exists flow_state_invite_token_idx on auth.flow_state (invite_token);

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

${realtimeSchema}
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
);
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`

/** Granted to a new database only, because migrations revoke some of them. */
export const baseRights = `
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
grant usage on schema auth, storage to anon, authenticated, service_role;
revoke all on all tables in schema auth from public, anon, authenticated;
grant all on all tables in schema auth to service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
grant execute on all functions in schema auth, storage to anon, authenticated, service_role;
`
