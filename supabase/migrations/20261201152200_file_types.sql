-- Admins choose which files tickets take, by the ending of the name. It also decides the content type, so that no upload is ever
-- served as something that a browser runs: unknown endings, HTML and SVG among them, are application/octet-stream.
create function private.content_type_of(extension text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce('{
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    "pdf": "application/pdf", "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation", "rtf": "application/rtf",
    "txt": "text/plain", "log": "text/plain", "md": "text/plain", "csv": "text/csv",
    "zip": "application/zip", "7z": "application/x-7z-compressed", "gz": "application/gzip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm"
  }'::jsonb ->> extension, 'application/octet-stream')
$$;
comment on function private.content_type_of(text) is 'The content type of files with that ending (lower case, without a dot).';

create function private.extension_of(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(substring(name from '\.([A-Za-z0-9]{1,10})$') collate "C")
$$;
comment on function private.extension_of(text) is 'The ending of a file''s name in lower case, without a dot; null when it has none.';

-- In plpgsql, like private.is_tag_list: functions that count elements fail on the other shapes or miss them.
create function private.is_extension_list(extensions text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if extensions is null or array_ndims(extensions) is distinct from 1 or array_lower(extensions, 1) <> 1 or cardinality(extensions) > 60 then
    return false;
  end if;
  return (
    select coalesce(bool_and(e ~ '^[a-z0-9]{1,10}$'), false) and count(distinct e) = count(*)
      -- What a double click runs.
      and not extensions && '{exe,com,bat,cmd,scr,pif,cpl,msi,msp,mst,msc,dll,ocx,sys,jar,js,jse,mjs,vb,vbe,vbs,wsf,wsh,ws,ps1,psm1,psd1,
        hta,lnk,inf,reg,scf,chm,hlp,gadget,application,appref,url,website,settings,app,apk,dmg,pkg,deb,rpm,sh,command,iso,img,vhd,vhdx,swf,
        docm,dotm,xlsm,xltm,xlam,xla,xll,pptm,potm,ppsm,ppam,sldm,iqy,sct,appx,appxbundle,msix,msixbundle,diagcab,ade,adp,desktop,one,mht,mhtml,
        xht,php,asp,jnlp,appimage}'::text[]
    from unnest(extensions) e);
end
$$;
comment on function private.is_extension_list(text[]) is
  'True for one to sixty different endings of file names, in lower case and without a dot, none of which is a program''s.';

alter table public.workspace_settings add column file_types text[] not null default '{png,jpg,jpeg,gif,pdf,doc,docx,txt}'
  constraint workspace_settings_file_types check (private.is_extension_list(file_types));
comment on column public.workspace_settings.file_types is 'Endings of the names of files that tickets take, in lower case and without a dot.';
grant select (file_types), update (file_types) on table public.workspace_settings to authenticated;

create or replace function private.accepted_extensions() returns text[]
language sql stable security definer set search_path = '' as $$
  select w.file_types from public.workspace_settings w
$$;

create function private.is_accepted_file(name text, type text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.extension_of(name) = any (private.accepted_extensions())
    and type = private.content_type_of(private.extension_of(name)), false)
$$;
comment on function private.is_accepted_file(text, text) is 'True for a name whose ending the workspace accepts, with the content type of that ending.';

grant execute on function private.content_type_of(text), private.extension_of(text), private.is_extension_list(text[]),
  private.is_accepted_file(text, text) to authenticated, service_role;
