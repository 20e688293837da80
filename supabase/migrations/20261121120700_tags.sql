-- Tags live in the tickets that carry them; an admin may rename or remove one everywhere.

create function public.change_tag(tag text, new_tag text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := nullif(btrim(new_tag), '');
  changed integer;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  if nullif(btrim(tag), '') is null or char_length(wanted) > 40 then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  update public.tickets t set tags = case
      when wanted is null or wanted = any (t.tags) and wanted <> change_tag.tag then array_remove(t.tags, change_tag.tag)
      else array_replace(t.tags, change_tag.tag, wanted) end
  where t.tags @> array[change_tag.tag] and wanted is distinct from change_tag.tag;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.audit(case when wanted is null then 'tag_deleted' else 'tag_renamed' end, null, tag,
      to_jsonb(tag), jsonb_build_object('tag', wanted, 'tickets', changed));
  end if;
  return changed;
end
$$;
comment on function public.change_tag(text, text) is
  'Admins: rename a tag on all tickets (one that has the new name already loses the old), or remove it (no new name). Returns how many tickets changed.';

create function public.count_tags() returns table (tag text, tickets integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  return query
    select used.tag, count(*)::integer
    from (select t.tags from public.tickets t where t.tags <> '{}' order by t.created_at desc limit 20000) recent,
      unnest(recent.tags) as used (tag)
    group by 1 order by 2 desc, 1 limit 200;
end
$$;
comment on function public.count_tags() is 'Admins: the tags of the newest 20,000 tagged tickets with how many carry them.';
revoke execute on function public.change_tag(text, text), public.count_tags() from public, anon, authenticated;
grant execute on function public.change_tag(text, text), public.count_tags() to authenticated, service_role;
