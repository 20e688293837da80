-- Checks and triggers shared by tables: bounded json, lists of tags, labels without invisible characters.

-- Bounds depth as well as bytes: 4,000 brackets fit into 8 kB, and reading such a row fails. Every json column and json
-- argument has both bounds.
create function private.json_is_bounded(value jsonb, max_bytes integer, max_depth integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  -- Neither step recurses beyond the bound: the text is written by a loop, the path stops one level below it.
  select case when octet_length(value::text) > max_bytes then false
    else not jsonb_path_exists(value, format('$.**{%s}', max_depth + 1)::jsonpath) end
$$;
comment on function private.json_is_bounded(jsonb, integer, integer) is
  'True when a value has at most max_bytes as text and at most max_depth levels below its root.';
grant execute on function private.json_is_bounded(jsonb, integer, integer) to authenticated, service_role;

-- In plpgsql, which caches the plan: as a column check it runs once for each ticket written.
create function private.is_tag_list(tags text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- The order matters: functions that count elements fail on the other shapes or miss them.
  if tags is null or tags = '{}' then
    return true;
  elsif array_ndims(tags) <> 1 or array_lower(tags, 1) <> 1 or cardinality(tags) > 20 then
    return false;
  end if;
  return not exists (
    select from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40
  ) and char_length(array_to_string(tags, '')) <= 600;
end
$$;
comment on function private.is_tag_list(text[]) is
  'True for up to 20 tags of 1 to 40 characters, 600 together: one dimension, no null, no blank. Also for null.';
grant execute on function private.is_tag_list(text[]) to authenticated, service_role;

-- Invisible characters (zero width, bidirectional controls, fillers, private use) make one label look like another or
-- look empty. They are removed from every label that other people read.
create function private.strip_invisible(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(value,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800'
      '\u3164\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
      '\U000f0000-\U0010ffff]',
      '', 'g'),
    -- Keeps joiners between letters of some scripts and inside emoji, and the emoji selector after a symbol.
    '(?<![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]'
    '|[\u200c\u200d](?![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\U0001f000-\U0001faff])'
    '|(?<![#*0-9\u00a9\u00ae\u2000-\u32ff\U0001f000-\U0001faff])\ufe0f',
    '', 'g')
$$;
comment on function private.strip_invisible(text) is 'The text without invisible characters.';
grant execute on function private.strip_invisible(text) to authenticated, service_role;

create function private.strip_column() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given text := to_jsonb(new) ->> field;
begin
  -- Longer than any such column may be, invisible characters included.
  if octet_length(given) > 40000 then
    return new;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(field, private.strip_invisible(given)));
end
$$;
comment on function private.strip_column() is 'Removes invisible characters from the column that the trigger names.';

create function private.strip_tags() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.add_tags := private.visible_tags(new.add_tags);
  return new;
end
$$;
comment on function private.strip_tags() is 'Removes invisible characters from the tags that a macro adds.';

-- In plpgsql, like private.is_tag_list: functions that count elements fail on the other shapes or miss them.
create function private.is_extension_list(extensions text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if extensions is null or array_ndims(extensions) is distinct from 1 or array_lower(extensions, 1) <> 1
    or cardinality(extensions) > 60 then
    return false;
  end if;
  return (
    select coalesce(bool_and(e ~ '^[a-z0-9]{1,10}$'), false) and count(distinct e) = count(*)
      -- What a double click runs.
      and not extensions && '{
        exe,com,bat,cmd,scr,pif,cpl,msi,msp,mst,msc,dll,ocx,sys,jar,js,jse,mjs,vb,vbe,vbs,wsf,wsh,ws,ps1,psm1,psd1,
        hta,lnk,inf,reg,scf,chm,hlp,gadget,application,appref,url,website,settings,app,apk,dmg,pkg,deb,rpm,sh,
        command,iso,img,vhd,vhdx,swf,docm,dotm,xlsm,xltm,xlam,xla,xll,pptm,potm,ppsm,ppam,sldm,iqy,sct,appx,
        appxbundle,msix,msixbundle,diagcab,ade,adp,desktop,one,mht,mhtml,xht,php,asp,jnlp,appimage}'::text[]
    from unnest(extensions) e);
end
$$;
comment on function private.is_extension_list(text[]) is
  'True for one to sixty different endings of file names, in lower case and without a dot, none of which is a '
  'program''s.';
grant execute on function private.is_extension_list(text[]) to authenticated, service_role;

create function private.visible_tags(tags text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  -- The tables' checks refuse longer lists and other shapes.
  if tags is null or octet_length(tags::text) > 40000 or array_ndims(tags) <> 1
    or array_position(tags, null) is not null
    or tags::text is not distinct from private.strip_invisible(tags::text) then
    return tags;
  end if;
  return (
    select coalesce(array_agg(tag order by at), '{}') from (
      select private.strip_invisible(element) as tag, min(at) as at
      from unnest(tags) with ordinality as e (element, at) group by 1
    ) distinct_tags where tag ~ '\S');
end
$$;
comment on function private.visible_tags(text[]) is
  'Tags without invisible characters, and then without empty and repeated ones.';
grant execute on function private.visible_tags(text[]) to authenticated, service_role;

-- An answer has a size that servers and pages can hold, and nobody may write a ticket that cannot be opened.
create function private.beginning_of(field text, content text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when char_length(content) > 200 then jsonb_build_object(field, left(content, 200) || ' […]') else '{}' end
$$;
comment on function private.beginning_of(text, text) is
  'The field with the beginning of a text, for the oldest texts of a ticket that has very many bytes.';
