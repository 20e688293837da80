-- Tags in use, without reading all tickets. A tag unused for a year is no longer suggested.
create table private.known_tags (
  name text primary key,
  used_at timestamptz not null default now()
);
comment on table private.known_tags is 'Tags that staff have used, with the day of the last use.';

-- Per statement, because renaming a tag changes thousands of rows.
create function private.record_known_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
begin
  -- Imports and seeds have no role and are recorded.
  if private.current_role() = 'customer' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    names := array(select distinct tag from written w, unnest(w.tags) tag where tag ~ '\S' order by tag);
  else
    names := array(
      select distinct tag from written w join replaced r on r.ticket_id = w.ticket_id, unnest(w.tags) tag
      where tag ~ '\S' and not tag = any (r.tags) order by tag);
  end if;
  insert into private.known_tags as k (name) select name from unnest(names) name
  -- Once a day, so that updates of tickets with a popular tag do not block each other.
  on conflict (name) do update set used_at = now() where k.used_at < now() - interval '1 day';
  return null;
end
$$;
comment on function private.record_known_tags() is 'Records the tags that staff give to tickets.';

create function public.list_tags() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to view queue' using detail = 'agent_required';
  end if;
  return query
    select recent.name from (
      select k.name from private.known_tags k where k.used_at > now() - interval '1 year'
      order by k.used_at desc, k.name limit 500
    ) recent order by lower(recent.name), recent.name;
end
$$;
comment on function public.list_tags() is 'Staff: the 500 most recently used tags, by name.';
grant execute on function public.list_tags() to authenticated, service_role;

create function public.count_tags() returns table (tag text, tickets integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  return query
    select used.tag, count(*)::integer
    from (
      select g.tags from public.tickets t join public.ticket_tags g on g.ticket_id = t.id
      where g.tags <> '{}' order by t.created_at desc limit 20000
    ) recent, unnest(recent.tags) as used (tag)
    group by 1 order by 2 desc, 1 limit 200;
end
$$;
comment on function public.count_tags() is
  'Admins: tags of the newest 20,000 tagged tickets, with the number of tickets.';
grant execute on function public.count_tags() to authenticated, service_role;

create trigger ticket_tags_note_new after insert on public.ticket_tags
  referencing new table as written for each statement execute function private.record_known_tags();
create trigger ticket_tags_note_changed after update on public.ticket_tags
  referencing old table as replaced new table as written for each statement
    execute function private.record_known_tags();

create function public.change_tag(tag text, new_tag text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := nullif(btrim(private.strip_invisible(new_tag)), '');
  me uuid := auth.uid();
  ids uuid[];
  changed integer;
begin
  if not private.can_manage_workspace() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  if nullif(btrim(tag), '') is null or char_length(wanted) > 40 or wanted !~ '\S'
    or wanted is null and new_tag ~ '\S' then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  -- Waits for concurrent changes of these tickets, which are read below.
  ids := array(select t.id from public.tickets t
    where t.id in (select k.ticket_id from private.tagged_tickets k where k.tag = change_tag.tag)
      order by t.id for no key update);
  -- Does what set_ticket_tags does, for all tickets at once.
  with changes as materialized (
    select g.ticket_id, g.tags as before, case
        when wanted is null or wanted = any (g.tags) then array_remove(g.tags, change_tag.tag)
        else array_replace(g.tags, change_tag.tag, wanted) end as after
    from unnest(ids) id join public.ticket_tags g on g.ticket_id = id
    where g.tags @> array[change_tag.tag] and wanted is distinct from change_tag.tag
  ), desk as (
    update public.ticket_tags g set tags = c.after from changes c where g.ticket_id = c.ticket_id
  ), touched as (
    update public.tickets t set tag_keys = private.tag_keys(c.after, t.tags) from changes c where t.id = c.ticket_id
    returning t.id, t.version
  )
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal, ticket_version)
  select c.ticket_id, me, 'tags', array_to_string(c.before, ', '), array_to_string(c.after, ', '), true, t.version
  from changes c join touched t on t.id = c.ticket_id;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.audit(case when wanted is null then 'tag_deleted' else 'tag_renamed' end, null, tag,
      to_jsonb(tag), jsonb_build_object('tag', wanted, 'tickets', changed));
  end if;
  return changed;
end
$$;
comment on function public.change_tag(text, text) is
  'Admins: rename a tag on all tickets, merging it when the new name exists, or remove it (no new name). Returns how '
  'many tickets changed.';
grant execute on function public.change_tag(text, text) to authenticated, service_role;
