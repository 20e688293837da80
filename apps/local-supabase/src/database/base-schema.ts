import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { endedSessions, realtimeSchema } from '../realtime/schema'
import { apiRoles, extensions } from './server-facts'

const roles = `
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
-- As hosted: the settings of each session of the Data API, which a role's own settings replace.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

create schema if not exists extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
${extensions.map((name) => `create extension if not exists ${name} with schema extensions;`).join('\n')}
`

const authTables = `
${SUPABASE_AUTH_HELPERS_SQL}
${getAuthSchemaSql()}

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

-- As GoTrue's: links are redeemed from here; the columns of auth.users only repeat the tokens.
do $$ begin
  create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token',
    'email_change_token_new', 'email_change_token_current', 'phone_change_token');
exception when duplicate_object then null;
end $$;
create table if not exists auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create index if not exists one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index if not exists one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);

-- Empty here: second factors are off. Migrations remove those of a hosted project.
do $$ begin
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.factor_status as enum ('unverified', 'verified');
exception when duplicate_object then null;
end $$;
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

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
`

/** Records applied migrations and seeds. The table is the Supabase CLI's, which writes its own columns alone. */
export const migrationHistory = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text
);
alter table supabase_migrations.schema_migrations add column if not exists sha256 text;
create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
`

/** Parts whose tables a server makes itself. */
export type OwnTables = Partial<Record<'auth' | 'storage' | 'realtime', unknown>>

/**
 * The state of a hosted project before its first migration: roles, extensions, auth, storage, realtime. Run by the owner.
 * @param own - these schemas stay empty
 */
export function baseSchemaFor(own: OwnTables): string {
  const schema = (name: keyof OwnTables, tables: string) =>
    own[name] ? `create schema if not exists ${name};` : tables
  return [
    roles,
    schema('auth', authTables),
    schema('storage', getStorageSchemaSql()),
    schema('realtime', realtimeSchema),
    ...(own.auth || own.realtime ? [] : [endedSessions]),
    migrationHistory,
  ].join('\n')
}

export const baseSchema = baseSchemaFor({})

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
