-- `supabase seed buckets` and the dashboard write the bucket's own limits too, after which Storage refuses what the settings accept.
-- `deploy:check` compares them by file_limits(), and apply_file_limits() puts them right.
create function public.file_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('max_file_bytes', w.max_file_bytes, 'content_types', array(
    select distinct private.content_type_of(e) from unnest(w.file_types) e order by 1))
  from public.workspace_settings w
$$;
comment on function public.file_limits() is
  'Service: what the bucket ticket-attachments has to accept by the settings: {max_file_bytes, content_types}.';

create function private.apply_file_limits() returns void
language sql security definer set search_path = '' as $$
  update storage.buckets b set file_size_limit = w.max_file_bytes,
    allowed_mime_types = array(select jsonb_array_elements_text(public.file_limits() -> 'content_types'))
  from public.workspace_settings w where b.id = 'ticket-attachments'
$$;
comment on function private.apply_file_limits() is 'Gives the bucket of files the size and types of the settings.';

create or replace function private.apply_settings() returns trigger
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
comment on function private.apply_settings() is 'Applies size limit and types to the bucket of files and writes the change to the audit log.';

grant execute on function public.file_limits() to service_role;
