-- Admins choose which files tickets take, by the ending of the name. It also decides the content type, so that no
-- upload is ever served as something that a browser runs: unknown endings, HTML and SVG among them, are
-- application/octet-stream.
create function private.content_type_of(extension text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce('{
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    "pdf": "application/pdf", "doc": "application/msword", "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation", "rtf": "application/rtf",
    "txt": "text/plain", "log": "text/plain", "md": "text/plain", "csv": "text/csv",
    "zip": "application/zip", "7z": "application/x-7z-compressed", "gz": "application/gzip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav",
    "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm"
  }'::jsonb ->> extension, 'application/octet-stream')
$$;
comment on function private.content_type_of(text) is
  'The content type of files with that ending (lower case, without a dot).';
grant execute on function private.content_type_of(text) to authenticated, service_role;

create function private.extension_of(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(substring(name from '\.([A-Za-z0-9]{1,10})$') collate "C")
$$;
comment on function private.extension_of(text) is
  'The ending of a file''s name in lower case, without a dot; null when it has none.';
grant execute on function private.extension_of(text) to authenticated, service_role;

create function private.is_accepted_file(name text, type text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.extension_of(name) = any (private.accepted_extensions())
    and type = private.content_type_of(private.extension_of(name)), false)
$$;
comment on function private.is_accepted_file(text, text) is
  'True for a name whose ending the workspace accepts, with the content type of that ending.';
grant execute on function private.is_accepted_file(text, text) to authenticated, service_role;

-- `supabase seed buckets` and the dashboard write the bucket's own limits too, after which Storage refuses what the
-- settings accept. `deploy:check` compares them by file_limits(), and apply_file_limits() puts them right.
create function public.file_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('max_file_bytes', w.max_file_bytes, 'content_types', array(
    select distinct private.content_type_of(e) from unnest(w.file_types) e order by 1))
  from public.workspace_settings w
$$;
comment on function public.file_limits() is
  'Service: what the bucket ticket-attachments has to accept by the settings: {max_file_bytes, content_types}.';
grant execute on function public.file_limits() to service_role;

create function private.apply_file_limits() returns void
language sql security definer set search_path = '' as $$
  update storage.buckets b set file_size_limit = w.max_file_bytes,
    allowed_mime_types = array(select jsonb_array_elements_text(public.file_limits() -> 'content_types'))
  from public.workspace_settings w where b.id = 'ticket-attachments'
$$;
comment on function private.apply_file_limits() is 'Gives the bucket of files the size and types of the settings.';
