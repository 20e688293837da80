-- A value that is small in bytes can be deep: 4,000 brackets fit into 8 kB, and whoever reads the row fails. Every
-- json column has a bound on both, and so has every json argument.

create function private.json_is_bounded(value jsonb, max_bytes integer, max_depth integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  -- Neither step recurses further than the bound: the text is written by a loop, the path goes down one level too far.
  select case when octet_length(value::text) > max_bytes then false
    else not jsonb_path_exists(value, format('$.**{%s}', max_depth + 1)::jsonpath) end
$$;
comment on function private.json_is_bounded(jsonb, integer, integer) is
  'True when a value has at most so many bytes as text and nothing lies deeper than so many levels below its root.';
revoke execute on function private.json_is_bounded(jsonb, integer, integer) from public, anon, authenticated;
grant execute on function private.json_is_bounded(jsonb, integer, integer) to authenticated, service_role;

-- What is there already and breaks the rule is dropped: it could not be read. No trigger counts this as work.
alter table public.tickets disable trigger user;
update public.tickets set metadata = null
where jsonb_typeof(metadata) <> 'object' or not private.json_is_bounded(metadata, 8192, 5);
alter table public.tickets enable trigger user;

alter table public.tickets drop constraint tickets_metadata_size;
alter table public.tickets add constraint tickets_metadata
  check (jsonb_typeof(metadata) = 'object' and private.json_is_bounded(metadata, 8192, 5));
comment on column public.tickets.metadata is 'An object of the client''s own, at most 8 kB and 5 levels deep.';
alter table public.profiles add constraint profiles_preferences_bounds
  check (private.json_is_bounded(preferences, 1024, 1));
alter table public.saved_views add constraint saved_views_filter_bounds
  check (private.json_is_bounded(filter, 2000, 1));
-- The log is append-only, so that only new rows are held against the rule.
alter table public.audit_log
  add constraint audit_log_from_value check (private.json_is_bounded(from_value, 8192, 5)) not valid,
  add constraint audit_log_to_value check (private.json_is_bounded(to_value, 8192, 5)) not valid;
-- A whole ticket, its metadata one level down.
delete from private.bulk_changes b where not private.json_is_bounded(b.before, 65536, 6);
alter table private.bulk_changes add constraint bulk_changes_before check (private.json_is_bounded(before, 65536, 6));

-- What people say about themselves goes into their tokens and the answers of the auth server.
create function private.bound_user_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  if private.json_is_bounded(new.raw_user_meta_data, 16384, 5) is not false then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := old.raw_user_meta_data;
  end if;
  if private.json_is_bounded(before, 16384, 5) is not false then
    raise exception 'User metadata is too large' using detail = 'metadata_invalid';
  end if;
  -- An account that is older than the rule: Auth writes here when it confirms and signs in. The short values stay, first
  -- those that this write brings.
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(kept.key, kept.value), '{}') from (
      select e.key, e.value
      from jsonb_each(case jsonb_typeof(new.raw_user_meta_data) when 'object' then new.raw_user_meta_data end) e
      where jsonb_typeof(e.value) not in ('object', 'array') and octet_length(e.key || e.value::text) <= 500
      order by e.value is not distinct from before -> e.key, e.key limit 30
    ) kept);
  return new;
end
$$;
comment on function private.bound_user_metadata() is
  'Bounds the metadata that users write about themselves: 16 kB, 5 levels; of older ones that pass it, keeps what is short.';
revoke execute on function private.bound_user_metadata() from public, anon, authenticated;
-- Named to run before the triggers that read the metadata.
create trigger helpdesk_bound_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_metadata();

create or replace function private.check_change(change jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  field text;
  value jsonb;
begin
  if change is null or jsonb_typeof(change) <> 'object' or change = '{}' then
    raise exception 'Nothing to change' using detail = 'bulk_change_invalid';
  end if;
  -- It is applied to each of 200 tickets.
  if not private.json_is_bounded(change, 8192, 2) then
    raise exception 'This change is too large' using detail = 'bulk_change_invalid';
  end if;
  for field, value in select * from jsonb_each(change) loop
    if not coalesce(case
      when field = 'status' then value #>> '{}' in ('open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed')
      when field = 'priority' then value #>> '{}' in ('low', 'normal', 'medium', 'high', 'urgent')
      when field = 'assigned_to' then value = 'null' or pg_input_is_valid(value #>> '{}', 'uuid')
      when field in ('add_tags', 'remove_tags') then jsonb_typeof(value) = 'array'
        and not jsonb_path_exists(value, '$[*] ? (@.type() != "string" || @ like_regex "^\\s*$")')
      else false end, false) then
      raise exception 'This change is not possible: %', left(field, 40) using detail = 'bulk_change_invalid';
    end if;
  end loop;
end
$$;

create or replace function public.log_export(kind text, row_count integer, filter jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  if kind is null or kind not in ('report', 'tickets') or row_count is null or row_count < 0
    or not private.json_is_bounded(coalesce(filter, '{}'), 2000, 3) then
    raise exception 'An export names what and how many' using detail = 'export_invalid';
  end if;
  perform private.audit('export', null, kind, null, jsonb_build_object('rows', row_count, 'filter', filter));
end
$$;
