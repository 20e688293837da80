-- Characters that are not seen (zero width, bidirectional controls, fillers, private use) make one label look like
-- another or like nothing. They are removed from every label that others read.

create function private.without_hidden(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(value,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]',
      '', 'g'),
    -- Joiners belong between the letters of some scripts and inside emoji, and the emoji selector after a symbol.
    '(?<![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u109f\u1780-\u18ff\u2600-\u27bf\U0001f000-\U0001faff])|(?<![#*0-9\u00a9\u00ae\u2000-\u32ff\U0001f000-\U0001faff])\ufe0f',
    '', 'g')
$$;
comment on function private.without_hidden(text) is 'The text without characters that are not seen.';
revoke execute on function private.without_hidden(text) from public, anon, authenticated;
-- The WHEN clauses below run in the name of the writer.
grant execute on function private.without_hidden(text) to authenticated, service_role;

create function private.strip_label() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
begin
  return jsonb_populate_record(new, jsonb_build_object(field, private.without_hidden(to_jsonb(new) ->> field)));
end
$$;
comment on function private.strip_label() is 'Removes hidden characters from the column named by the trigger.';

create function private.strip_tags() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given jsonb := to_jsonb(new) -> field;
  tags text[];
begin
  -- Other shapes are refused by the table's own check.
  if exists (select from jsonb_array_elements(given) tag where jsonb_typeof(tag) <> 'string') then
    return new;
  end if;
  select array_agg(tag order by at) into tags from (
    select private.without_hidden(element) as tag, min(at) as at
    from jsonb_array_elements_text(given) with ordinality as e (element, at) group by 1
  ) distinct_tags where tag ~ '\S';
  return jsonb_populate_record(new, jsonb_build_object(field, coalesce(tags, '{}')));
end
$$;
comment on function private.strip_tags() is 'Removes hidden characters from tags, and those that are then empty or there twice.';
revoke execute on function private.strip_label(), private.strip_tags() from public, anon, authenticated;

create trigger macros_strip_name before insert or update of name on public.macros
  for each row when (new.name is distinct from private.without_hidden(new.name))
  execute function private.strip_label('name');
create trigger macros_strip_tags before insert or update of add_tags on public.macros
  for each row when (new.add_tags::text is distinct from private.without_hidden(new.add_tags::text))
  execute function private.strip_tags('add_tags');
create trigger saved_views_strip_name before insert or update of name on public.saved_views
  for each row when (new.name is distinct from private.without_hidden(new.name))
  execute function private.strip_label('name');
create trigger workspace_settings_strip_name before insert or update of workspace_name on public.workspace_settings
  for each row when (new.workspace_name is distinct from private.without_hidden(new.workspace_name))
  execute function private.strip_label('workspace_name');
create trigger attachments_strip_name before insert on public.attachments
  for each row when (new.file_name is distinct from private.without_hidden(new.file_name))
  execute function private.strip_label('file_name');
-- After tickets_guard, before tickets_stamp.
create trigger tickets_hidden_subject before insert or update of subject on public.tickets
  for each row when (new.subject is distinct from private.without_hidden(new.subject))
  execute function private.strip_label('subject');
create trigger tickets_hidden_tags before insert or update of tags on public.tickets
  for each row when (new.tags::text is distinct from private.without_hidden(new.tags::text))
  execute function private.strip_tags('tags');

-- What is nothing without them gets a name, and a macro that then does nothing writes its name.
update public.macros set name = case when private.without_hidden(name) ~ '\S' then private.without_hidden(name) else 'Untitled' end
where name <> private.without_hidden(name);
update public.macros set body = name
where body !~ '\S' and set_status is null and set_priority is null and not exists (
  select from unnest(add_tags) tag where private.without_hidden(tag) ~ '\S');
update public.macros set add_tags = add_tags where add_tags::text <> private.without_hidden(add_tags::text);
update public.saved_views
set name = case when private.without_hidden(name) ~ '\S' then private.without_hidden(name) else 'Untitled' end
where name <> private.without_hidden(name);
update public.workspace_settings
set workspace_name = coalesce(nullif(btrim(private.without_hidden(workspace_name)), ''), 'Helpdesk')
where workspace_name <> private.without_hidden(workspace_name);
update public.attachments set file_name = private.without_hidden(file_name)
where file_name <> private.without_hidden(file_name) and private.without_hidden(file_name) <> '';
update public.tickets set tags = tags where tags::text <> private.without_hidden(tags::text);
