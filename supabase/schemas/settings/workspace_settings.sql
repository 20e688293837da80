-- Settings of the workspace, changed by admins. Limits can be lowered, never raised above the specification's. Name,
-- logo and accent color are shown to everybody.
create function private.is_logo(data_url text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when char_length(data_url) > 43720 then false
    when data_url !~ '^data:image/(png|jpeg|webp);base64,([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then false
    else (
      select octet_length(image.bytes) <= 32000 and case image.type
        when 'png' then substr(image.bytes, 1, 8) = '\x89504e470d0a1a0a'::bytea
        when 'jpeg' then substr(image.bytes, 1, 3) = '\xffd8ff'::bytea
        else substr(image.bytes, 1, 4) = 'RIFF'::bytea and substr(image.bytes, 9, 4) = 'WEBP'::bytea end
      from (select substring(data_url from '^data:image/([a-z]+)') as type,
        decode(substring(data_url from ',(.*)$'), 'base64') as bytes) image)
    end
$$;
comment on function private.is_logo(text) is
  'True for a data URL of a PNG, JPEG or WebP of at most 32 kB whose first bytes match its type. No SVG: it can '
  'contain scripts.';
grant execute on function private.is_logo(text) to authenticated, service_role;

create function private.is_day_list(days smallint[]) returns boolean
language sql immutable set search_path = '' as $$
  select days = array(select d from unnest(days) d where d between 1 and 7 group by d order by d)
    and cardinality(days) > 0
$$;
comment on function private.is_day_list(smallint[]) is
  'True for at least one day of the week, each once and in order: 1 is Monday, 7 Sunday.';
grant execute on function private.is_day_list(smallint[]) to authenticated, service_role;

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
  updated_at timestamptz not null default now(),
  agents_update text not null default 'own' constraint workspace_settings_agents_update
    check (agents_update in ('own', 'all')),
  accent_color text constraint workspace_settings_accent_color check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo text constraint workspace_settings_logo check (char_length(logo) <= 43720 and private.is_logo(logo)),
  ticket_prefix text not null default 'TICKET' constraint workspace_settings_ticket_prefix
    check (ticket_prefix ~ '^[A-Z]{2,10}$'),
  mail_signature text constraint workspace_settings_mail_signature check (char_length(mail_signature) <= 1000),
  time_zone text not null default 'UTC',
  file_types text[] not null default '{png,jpg,jpeg,gif,pdf,doc,docx,txt}'
    constraint workspace_settings_file_types check (private.is_extension_list(file_types)),
  undo_send_seconds smallint not null default 10 constraint workspace_settings_undo_send_seconds
    check (undo_send_seconds between 0 and 60),
  working_days smallint[] not null default '{1,2,3,4,5}' constraint workspace_settings_working_days
    check (private.is_day_list(working_days)),
  opens_at time(0) not null default '09:00',
  closes_at time(0) not null default '17:00',
  follow_up_days smallint not null default 28 constraint workspace_settings_follow_up_days
    check (follow_up_days between 0 and 3650),
  constraint workspace_settings_hours check (opens_at < closes_at)
);
comment on table public.workspace_settings is
  'One row. Signed-in users read it, admins update it, the database enforces it.';
comment on column public.workspace_settings.agents_update is
  'own: agents update their own tickets and triage unassigned ones. all: agents update every ticket.';
comment on column public.workspace_settings.accent_color is 'As #rrggbb; null for the product''s own.';
comment on column public.workspace_settings.logo is 'Data URL of an image; null for the product''s own.';
comment on column public.workspace_settings.ticket_prefix is
  'Searches for it, a hyphen and a number find the ticket; capital letters.';
comment on column public.workspace_settings.mail_signature is
  'Text below replies in mails to customers; null for none.';
comment on column public.workspace_settings.time_zone is
  'Name of the IANA database. Days of dashboards and reports are its days.';
comment on column public.workspace_settings.file_types is
  'Endings of the names of files that tickets take, in lower case and without a dot.';
comment on column public.workspace_settings.undo_send_seconds is
  'How long replies of staff wait before they are sent, so that their authors can undo; 0 sends at once.';
comment on column public.workspace_settings.working_days is
  'Days of the week on which the workspace works, from opens_at to closes_at in its time zone: 1 is Monday, 7 Sunday. '
  'Staff are offered these times to snooze tickets and to send replies later; other times can be chosen too.';
comment on column public.workspace_settings.follow_up_days is
  'A customer''s answer to a ticket that was closed longer ago opens a new ticket, linked with it; 0: it reopens.';

alter table public.workspace_settings enable row level security;
grant select (id, workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes, updated_at,
  agents_update, accent_color, logo, ticket_prefix, mail_signature, time_zone, file_types, undo_send_seconds,
  working_days, opens_at, closes_at, follow_up_days)
  on table public.workspace_settings to authenticated;
grant update (workspace_name, support_email, default_priority, invite_days, max_files, max_file_bytes, agents_update,
  accent_color, logo, ticket_prefix, mail_signature, time_zone, file_types, undo_send_seconds,
  working_days, opens_at, closes_at, follow_up_days)
  on table public.workspace_settings to authenticated;
grant all on table public.workspace_settings to service_role;
insert into public.workspace_settings default values;

create function private.default_priority() returns text
language sql stable security definer set search_path = '' as $$
  select s.default_priority from public.workspace_settings s
$$;
comment on function private.default_priority() is 'Default of tickets.priority.';
grant execute on function private.default_priority() to authenticated, service_role;

create function private.invite_expiry() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => s.invite_days) from public.workspace_settings s
$$;
comment on function private.invite_expiry() is 'Default of invites.expires_at.';
grant execute on function private.invite_expiry() to authenticated, service_role;

create function private.agents_update_all() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select w.agents_update = 'all' from public.workspace_settings w), false)
$$;
comment on function private.agents_update_all() is 'True when the workspace lets agents update tickets of colleagues.';
grant execute on function private.agents_update_all() to authenticated, service_role;

create function public.support_address() returns text
language sql stable security definer set search_path = '' as $$
  select w.support_email from public.workspace_settings w
$$;
comment on function public.support_address() is
  'Contact address for help, or null. Public: people who cannot sign in need it most.';
grant execute on function public.support_address() to anon, authenticated, service_role;

create function public.workspace_identity() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('workspace_name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo)
  from public.workspace_settings w
$$;
comment on function public.workspace_identity() is 'Name, accent color and logo. Public: sign-in pages show them.';
grant execute on function public.workspace_identity() to anon, authenticated, service_role;

create function private.apply_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.settings_for_audit(old);
  after jsonb := private.settings_for_audit(new);
begin
  if after = before then
    return null;
  end if;
  -- Storage checks the bucket's limits before any row is written.
  perform private.apply_file_limits();
  perform private.audit('settings_changed', null, 'workspace',
    (select jsonb_object_agg(key, value) from jsonb_each(before) where after -> key is distinct from value),
    (select jsonb_object_agg(key, value) from jsonb_each(after) where before -> key is distinct from value));
  return null;
end
$$;
comment on function private.apply_settings() is
  'Applies size limit and types to the bucket of files and writes the change to the audit log.';

create function private.settings_for_audit(settings public.workspace_settings) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(settings) - 'updated_at' - 'logo' || jsonb_build_object('logo',
    substring(settings.logo from '^data:image/([a-z]+)') || ' ' || left(md5(settings.logo), 8))
$$;
comment on function private.settings_for_audit(public.workspace_settings) is
  'The settings with the type and a hash of the logo, which is too large for the audit log.';

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
