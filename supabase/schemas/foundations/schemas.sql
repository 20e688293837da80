-- Schemas, extensions and default privileges. New objects have no grants; each file grants what the API needs.
-- Hosted projects grant everything on new objects of `public` to the API roles by default, so the roles are named
-- here; revoking from PUBLIC alone would leave those grants in place.
--
-- Two rules for every table:
-- * Columns are granted by name. A grant on a whole table covers its system columns: `xmax` names the last transaction
--   that locked a ticket, and a note locks its ticket, so a customer would see when staff write notes.
-- * Columns with text that people wrote have `statistics 0`. Row level security does not hide the planner's samples:
--   `count=planned` with a filter on a text would let a caller guess hidden texts piece by piece.

-- Bodies of functions may name what later files create. A test checks each of them afterwards.
set check_function_bodies = off;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers for policies and triggers. Never exposed by the API.';
revoke all on schema private from public, anon, authenticated;
grant usage on schema private to authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
notify pgrst, 'reload config';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Sets updated_at.';
