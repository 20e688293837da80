-- Settings of the workspace, changed by admins. Limits can be lowered, never raised above the specification's.
create table public.workspace_settings (
  id boolean primary key default true constraint workspace_settings_one_row check (id),
  workspace_name text not null default 'Helpdesk' constraint workspace_settings_name
    check (char_length(btrim(workspace_name)) between 1 and 60),
  support_email text constraint workspace_settings_email
    check (support_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(support_email) <= 254),
  default_priority text not null default 'normal' constraint workspace_settings_priority
    check (default_priority = any (private.ticket_priorities())),
  invite_days smallint not null default 7 constraint workspace_settings_invite_days check (invite_days between 1 and 7),
  max_files smallint not null default 5 constraint workspace_settings_max_files check (max_files between 0 and 5),
  max_file_bytes integer not null default 5242880 constraint workspace_settings_max_file_bytes
    check (max_file_bytes between 1024 and 5242880),
  updated_at timestamptz not null default now()
);
comment on table public.workspace_settings is 'One row. Signed-in users read it, admins update it, the database enforces it.';

alter table public.workspace_settings enable row level security;
grant select (id, workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes,
  updated_at)
  on table public.workspace_settings to authenticated;
grant update (workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes)
  on table public.workspace_settings to authenticated;
grant all on table public.workspace_settings to service_role;

insert into public.workspace_settings default values;

create function private.default_priority() returns text
language sql stable security definer set search_path = '' as $$
  select s.default_priority from public.workspace_settings s
$$;
comment on function private.default_priority() is 'Default of tickets.priority.';

create function private.invite_expiry() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => s.invite_days) from public.workspace_settings s
$$;
comment on function private.invite_expiry() is 'Default of invites.expires_at.';

create function public.support_address() returns text
language sql stable security definer set search_path = '' as $$
  select w.support_email from public.workspace_settings w
$$;
comment on function public.support_address() is
  'Contact address for help, or null. Public: people who cannot sign in need it most.';

create function private.apply_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := to_jsonb(old) - 'updated_at';
  after jsonb := to_jsonb(new) - 'updated_at';
begin
  if after = before then
    return null;
  end if;
  -- Storage checks the bucket's limit before any row is written.
  update storage.buckets b set file_size_limit = new.max_file_bytes where b.id = 'ticket-attachments';
  perform private.audit('settings_changed', null, 'workspace',
    (select jsonb_object_agg(key, value) from jsonb_each(before) where after -> key is distinct from value),
    (select jsonb_object_agg(key, value) from jsonb_each(after) where before -> key is distinct from value));
  return null;
end
$$;
comment on function private.apply_settings() is 'Applies the file size limit to the bucket and writes the change to the audit log.';

grant execute on function private.default_priority(), private.invite_expiry() to authenticated, service_role;
grant execute on function public.support_address() to anon, authenticated, service_role;

create policy workspace_settings_select_member on public.workspace_settings for select to authenticated
  using ((select private.current_role()) is not null);

create policy workspace_settings_update_admin on public.workspace_settings for update to authenticated
  using ((select private.can_manage_workspace())) with check ((select private.can_manage_workspace()));

create trigger workspace_settings_touch before update on public.workspace_settings
  for each row execute function private.touch_updated_at();
create trigger workspace_settings_follow after update on public.workspace_settings
  for each row execute function private.apply_settings();
create trigger workspace_settings_strip_name before insert or update of workspace_name on public.workspace_settings
  for each row when (new.workspace_name is distinct from private.strip_invisible(new.workspace_name))
  execute function private.strip_column('workspace_name');
