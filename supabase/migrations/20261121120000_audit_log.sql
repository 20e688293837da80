-- Who did what to whom, from what to what. Rows are only ever added: a trigger refuses everything else, also
-- to the owner of the table, and no foreign key can reach in and change a row afterwards.

create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid,
  actor_name text not null default '',
  action text not null constraint audit_log_action check (action in (
    'role_changed', 'user_deactivated', 'user_reactivated', 'sessions_ended',
    'invite_created', 'invite_revoked', 'invite_accepted', 'settings_changed',
    'tag_renamed', 'tag_deleted', 'export', 'proposal_applied', 'proposal_undone')),
  target_id uuid,
  target_label text not null default '' constraint audit_log_target_label check (char_length(target_label) <= 300),
  from_value jsonb,
  to_value jsonb,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'Append-only. Written by triggers and definer functions, read by admins.';
comment on column public.audit_log.actor_name is 'Copied, so that the row still speaks when the person has gone.';

create index audit_log_created_at_idx on public.audit_log (created_at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, created_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc, id desc);

alter table public.audit_log enable row level security;
revoke all on table public.audit_log from public, anon, authenticated, service_role;
grant select on table public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is append-only' using detail = 'append_only';
end
$$;
comment on function private.refuse_change() is 'Guards a table whose rows may only be added.';

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_no_truncate before truncate on public.audit_log
  for each statement execute function private.refuse_change();

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
comment on function private.audit(text, uuid, text, jsonb, jsonb) is 'Adds a row in the name of the caller.';

create function private.audit_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role is distinct from old.role then
    perform private.audit('role_changed', new.id, coalesce(new.email, new.name), to_jsonb(old.role), to_jsonb(new.role));
  end if;
  if (new.deactivated_at is null) is distinct from (old.deactivated_at is null) then
    perform private.audit(
      case when new.deactivated_at is null then 'user_reactivated' else 'user_deactivated' end,
      new.id, coalesce(new.email, new.name), null, null);
  end if;
  return null;
end
$$;
comment on function private.audit_profile() is 'Role changes and (de)activations, whoever makes them.';

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
comment on function private.audit_invite() is 'Invites made, revoked and accepted; never the token.';

revoke execute on function private.refuse_change(), private.audit(text, uuid, text, jsonb, jsonb),
  private.audit_profile(), private.audit_invite() from public, anon, authenticated;

create trigger profiles_audit after update of role, deactivated_at on public.profiles
  for each row execute function private.audit_profile();
create trigger invites_audit after insert or update on public.invites
  for each row execute function private.audit_invite();

create function public.log_export(kind text, row_count integer, filter jsonb default '{}'::jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to export' using detail = 'admin_required';
  end if;
  if kind is null or kind not in ('report', 'tickets') or row_count is null or row_count < 0
    or octet_length(coalesce(filter, '{}'::jsonb)::text) > 2000 then
    raise exception 'An export names what and how many' using detail = 'export_invalid';
  end if;
  perform private.audit('export', null, kind, null, jsonb_build_object('rows', row_count, 'filter', filter));
end
$$;
comment on function public.log_export(text, integer, jsonb) is 'Admins: notes in the audit log that figures or tickets left the house.';
revoke execute on function public.log_export(text, integer, jsonb) from public, anon, authenticated;
grant execute on function public.log_export(text, integer, jsonb) to authenticated, service_role;
