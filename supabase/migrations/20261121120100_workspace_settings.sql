-- What an admin may set for the whole workspace. The limits of the specification stay the ceiling.

create table public.workspace_settings (
  id boolean primary key default true constraint workspace_settings_one_row check (id),
  workspace_name text not null default 'Helpdesk' constraint workspace_settings_name
    check (char_length(btrim(workspace_name)) between 1 and 60),
  support_email text constraint workspace_settings_email
    check (support_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(support_email) <= 254),
  default_priority text not null default 'normal' constraint workspace_settings_priority
    check (default_priority in ('low', 'normal', 'medium', 'high', 'urgent')),
  invite_days smallint not null default 7 constraint workspace_settings_invite_days check (invite_days between 1 and 7),
  max_files smallint not null default 5 constraint workspace_settings_max_files check (max_files between 0 and 5),
  max_file_bytes integer not null default 5242880 constraint workspace_settings_max_file_bytes
    check (max_file_bytes between 1024 and 5242880),
  updated_at timestamptz not null default now()
);
comment on table public.workspace_settings is 'One row. Everyone signed in reads it, admins change it, the database enforces it.';
insert into public.workspace_settings default values;

alter table public.workspace_settings enable row level security;
revoke all on table public.workspace_settings from public, anon, authenticated;
grant select on table public.workspace_settings to authenticated;
grant update (workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes)
  on table public.workspace_settings to authenticated;
grant all on table public.workspace_settings to service_role;

create policy workspace_settings_select_member on public.workspace_settings for select to authenticated
  using ((select private.current_role()) is not null);
create policy workspace_settings_update_admin on public.workspace_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function public.support_address() returns text
language sql stable security definer set search_path = '' as $$
  select w.support_email from public.workspace_settings w
$$;
comment on function public.support_address() is
  'Where people write who need help; null when none is set. Told to everybody: who cannot sign in needs it most.';
revoke execute on function public.support_address() from public, anon, authenticated;
grant execute on function public.support_address() to anon, authenticated, service_role;

create function private.follow_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := to_jsonb(old) - 'updated_at';
  after jsonb := to_jsonb(new) - 'updated_at';
begin
  if after = before then
    return null;
  end if;
  -- The bytes meet the bucket's own limit before any row is written.
  update storage.buckets b set file_size_limit = new.max_file_bytes where b.id = 'ticket-attachments';
  perform private.audit('settings_changed', null, 'workspace',
    (select jsonb_object_agg(key, value) from jsonb_each(before) where after -> key is distinct from value),
    (select jsonb_object_agg(key, value) from jsonb_each(after) where before -> key is distinct from value));
  return null;
end
$$;
comment on function private.follow_settings() is 'Carries a changed file size to the bucket and the change to the audit log.';

create function private.default_priority() returns text
language sql stable security definer set search_path = '' as $$
  select s.default_priority from public.workspace_settings s
$$;
comment on function private.default_priority() is 'Priority of a ticket that names none.';

create function private.invite_expiry() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => s.invite_days) from public.workspace_settings s
$$;
comment on function private.invite_expiry() is 'When an invite made now ends.';

-- A limit that counts hidden rows tells how many there are: a customer who may add two files to an empty ticket knows
-- that three belong to notes. Public files count among themselves; a note's file among all.
create or replace function private.limit_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed public.workspace_settings;
  hidden boolean := private.is_internal_comment(new.comment_id);
begin
  select s.* into allowed from public.workspace_settings s;
  if new.file_size > allowed.max_file_bytes then
    raise exception 'File is larger than %', pg_catalog.pg_size_pretty(allowed.max_file_bytes::bigint)
      using detail = 'attachment_too_large';
  end if;
  -- The ticket's row is the queue at which concurrent uploads wait. An AFTER trigger, because row level
  -- security has spoken by then: nobody learns or locks anything about somebody else's ticket.
  perform from public.tickets t where t.id = new.ticket_id for no key update;
  if (
    select count(*) from public.attachments a
    where a.ticket_id = new.ticket_id and (hidden or not private.is_internal_comment(a.comment_id))
  ) > allowed.max_files then
    raise exception 'Too many files' using detail = 'attachment_limit';
  end if;
  return null;
end
$$;
comment on function private.limit_attachments() is 'The workspace''s number and size of files, never above 5 of 5 MB, also when they arrive at once.';

revoke execute on function private.follow_settings(), private.default_priority(), private.invite_expiry()
  from public, anon, authenticated;
grant execute on function private.default_priority(), private.invite_expiry() to authenticated, service_role;

alter table public.tickets alter column priority set default private.default_priority();
alter table public.invites alter column expires_at set default private.invite_expiry();

create trigger workspace_settings_touch before update on public.workspace_settings
  for each row execute function private.touch_updated_at();
create trigger workspace_settings_follow after update on public.workspace_settings
  for each row execute function private.follow_settings();
