-- Admin actions, append-only: a trigger refuses updates and deletes, also by the table's owner, and no foreign key can
-- change a row afterwards.
create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid,
  actor_name text not null default '',
  action text not null constraint audit_log_action check (action in (
    'role_changed', 'user_deactivated', 'user_reactivated', 'sessions_ended',
    'invite_created', 'invite_revoked', 'invite_accepted', 'settings_changed',
    'tag_renamed', 'tag_deleted', 'export', 'proposal_applied', 'proposal_undone', 'ticket_opened',
    'message_forwarded', 'ticket_merged', 'ticket_unmerged')),
  target_id uuid,
  target_label text not null default '' constraint audit_log_target_label check (char_length(target_label) <= 300),
  from_value jsonb constraint audit_log_from_value check (private.json_is_bounded(from_value, 8192, 5)),
  to_value jsonb constraint audit_log_to_value check (private.json_is_bounded(to_value, 8192, 5)),
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'Append-only. Written by triggers and definer functions, read by admins.';
comment on column public.audit_log.actor_name is 'Copied, so that it outlives the profile.';

create index audit_log_created_at_idx on public.audit_log (created_at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, created_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_target_idx on public.audit_log (target_id, created_at desc, id desc);

alter table public.audit_log
  alter column actor_name set statistics 0,
  alter column target_label set statistics 0;
alter table public.audit_log enable row level security;
grant select (id, actor_id, actor_name, action, target_id, target_label, from_value, to_value, created_at)
  on table public.audit_log to authenticated;
revoke all on table public.audit_log from service_role;
grant select on table public.audit_log to service_role;

create function private.refuse_update_or_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is append-only' using detail = 'append_only';
end
$$;
comment on function private.refuse_update_or_delete() is 'Refuses updates and deletes of an append-only table.';

create function private.audit(
  action text, target_id uuid, target_label text, from_value jsonb, to_value jsonb
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_name, action, target_id, target_label, from_value, to_value)
  values (
    (select auth.uid()),
    private.name_of((select auth.uid())),
    audit.action, audit.target_id, left(coalesce(audit.target_label, ''), 300), audit.from_value, audit.to_value)
$$;
comment on function private.audit(text, uuid, text, jsonb, jsonb) is 'Adds a row with the caller as actor.';

create function private.audit_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role is distinct from old.role then
    perform private.audit('role_changed', new.id, coalesce(new.email, new.name), to_jsonb(old.role),
      to_jsonb(new.role));
  end if;
  if (new.deactivated_at is null) is distinct from (old.deactivated_at is null) then
    perform private.audit(
      case when new.deactivated_at is null then 'user_reactivated' else 'user_deactivated' end,
      new.id, coalesce(new.email, new.name), null, null);
  end if;
  return null;
end
$$;
comment on function private.audit_profile() is 'Logs changes of roles and (de)activations.';

create function private.audit_invite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.audit('invite_created', new.id, new.email, null, jsonb_build_object('role', new.role));
  elsif new.used_at is not null and old.used_at is null then
    perform private.audit('invite_accepted', new.id, new.email, null, jsonb_build_object('role', new.role));
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform private.audit('invite_revoked', new.id, new.email, jsonb_build_object('role', new.role), null);
  end if;
  return null;
end
$$;
comment on function private.audit_invite() is 'Logs created, revoked and accepted invites, without the token.';

create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.can_see_audit_log()));

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_update_or_delete();
create trigger audit_log_no_truncate before truncate on public.audit_log
  for each statement execute function private.refuse_update_or_delete();
create trigger profiles_audit after update of role, deactivated_at on public.profiles
  for each row execute function private.audit_profile();
create trigger invites_audit after insert or update on public.invites
  for each row execute function private.audit_invite();

create function private.name_of(person text) returns text
language sql stable security definer set search_path = '' as $$
  select p.name from public.profiles p
  where p.id = case when person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person::uuid end
$$;
comment on function private.name_of(text) is
  'Display name of the user with that id; null when the text is not the id of a user.';

create function public.list_audit(
  filter_action text default null, filter_person uuid default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, actor_id uuid, actor_name text, actor_email text, action text, target_id uuid, target_label text,
  target_name text, from_value jsonb, to_value jsonb, from_name text, to_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  last_id uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid);
  rest text := case when filter_action is not null then ' and a.action = $1' else '' end
    || case when after_created_at is not null then ' and (a.created_at, a.id) < ($3, $4)' else '' end
    || ' order by a.created_at desc, a.id desc limit $5';
begin
  if not private.can_see_audit_log() then
    raise exception 'Must be logged in as an admin to read the audit log' using detail = 'admin_required';
  end if;
  -- Two short index scans: a single one would read the whole log for a person with few rows.
  return query execute
    'with page as materialized ('
    || case when filter_person is null then 'select a.* from public.audit_log a where true' || rest
       else '(select a.* from public.audit_log a where a.actor_id = $2' || rest || ') union all'
         || ' (select a.* from public.audit_log a where a.target_id = $2 and a.actor_id is distinct from $2' || rest
           || ')'
       end
    || ') select a.id, a.actor_id, a.actor_name, who.email, a.action, a.target_id, a.target_label, whom.name,'
    || ' a.from_value, a.to_value,'
    || ' case when a.from_value ->> ''kind'' = ''assign'' then private.name_of(a.from_value ->> ''value'') end,'
    || ' case when a.to_value ->> ''kind'' = ''assign'' then private.name_of(a.to_value ->> ''value'') end,'
    || ' a.created_at'
    || ' from page a left join public.profiles who on who.id = a.actor_id'
    || ' left join public.profiles whom on whom.id = a.target_id'
    || ' order by a.created_at desc, a.id desc limit $5'
    using filter_action, filter_person, after_created_at, last_id, wanted;
end
$$;
comment on function public.list_audit(text, uuid, integer, timestamptz, uuid) is
  'Admins: the audit log with current names, filtered by action and by person (as actor or target), newest first, '
  'paged by (created_at, id).';
grant execute on function public.list_audit(text, uuid, integer, timestamptz, uuid) to authenticated, service_role;

create function public.log_export(kind text, row_count integer, filter jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_see_reports() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  if kind is null or kind not in ('report', 'tickets') or row_count is null or row_count < 0
    or not private.json_is_bounded(coalesce(filter, '{}'), 2000, 3) then
    raise exception 'An export names what and how many' using detail = 'export_invalid';
  end if;
  perform private.audit('export', null, kind, null, jsonb_build_object('rows', row_count, 'filter', filter));
end
$$;
comment on function public.log_export(text, integer, jsonb) is 'Admins: logs an export of figures or tickets.';
grant execute on function public.log_export(text, integer, jsonb) to authenticated, service_role;
