-- Logo and accent color of the workspace, beside its name: shown to everybody, set by admins.
create function private.is_logo(data_url text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when char_length(data_url) > 43720 then false
    when data_url !~ '^data:image/(png|jpeg|webp);base64,([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then false
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
  'True for a data URL of a PNG, JPEG or WebP of at most 32 kB whose first bytes match its type. No SVG: it can contain scripts.';

alter table public.workspace_settings
  add column accent_color text constraint workspace_settings_accent_color check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column logo text constraint workspace_settings_logo check (char_length(logo) <= 43720 and private.is_logo(logo));
comment on column public.workspace_settings.accent_color is 'As #rrggbb; null for the product''s own.';
comment on column public.workspace_settings.logo is 'Data URL of an image; null for the product''s own.';
grant execute on function private.is_logo(text) to authenticated, service_role;
grant select (accent_color, logo), update (accent_color, logo) on table public.workspace_settings to authenticated;

create function public.workspace_identity() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('workspace_name', w.workspace_name, 'accent_color', w.accent_color, 'logo', w.logo)
  from public.workspace_settings w
$$;
comment on function public.workspace_identity() is 'Name, accent color and logo. Public: sign-in pages show them.';
grant execute on function public.workspace_identity() to anon, authenticated, service_role;

create function private.settings_for_audit(settings public.workspace_settings) returns jsonb
language sql immutable set search_path = '' as $$
  select to_jsonb(settings) - 'updated_at' - 'logo' || jsonb_build_object('logo',
    substring(settings.logo from '^data:image/([a-z]+)') || ' ' || left(md5(settings.logo), 8))
$$;
comment on function private.settings_for_audit(public.workspace_settings) is
  'The settings with the type and a hash of the logo, which is too large for the audit log.';

create or replace function private.apply_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := private.settings_for_audit(old);
  after jsonb := private.settings_for_audit(new);
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
