-- Nothing in the API is open by accident: whatever later migrations create starts without any grant.
-- A hosted project grants everything on new objects of `public` to the API roles by default, so the
-- roles are named here; revoking from PUBLIC alone would leave those grants in place.

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers for policies and triggers. Never exposed by the API.';
revoke all on schema private from public, anon, authenticated;
grant usage on schema private to authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
