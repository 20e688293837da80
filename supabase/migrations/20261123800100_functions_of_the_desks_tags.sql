-- Functions that read or change tags take those of the desk.

create function private.ticket_for_staff(ticket public.tickets) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(ticket) - 'tag_keys'
    || jsonb_build_object('tags', (select g.tags from public.ticket_tags g where g.ticket_id = ticket.id))
$$;
comment on function private.ticket_for_staff(public.tickets) is 'A ticket with the tags that it has for staff.';
revoke execute on function private.ticket_for_staff(public.tickets) from public, anon, authenticated;
grant execute on function private.ticket_for_staff(public.tickets) to authenticated, service_role;

create or replace function public.change_tag(tag text, new_tag text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := nullif(btrim(private.without_hidden(new_tag)), '');
  me uuid := auth.uid();
  keys text[] := private.tag_lookup(tag, false);
  ids uuid[];
  changed integer;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change tags' using detail = 'admin_required';
  end if;
  if nullif(btrim(tag), '') is null or char_length(wanted) > 40 or wanted !~ '\S'
    or wanted is null and new_tag ~ '\S' then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  -- Whoever is changing one of the tickets goes first; what they have done is read below.
  ids := array(select t.id from public.tickets t where t.tag_keys && keys order by t.id for update);
  -- As move_tags does for a ticket, at once for all.
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

create or replace function public.count_tags() returns table (tag text, tickets integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
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

create or replace function private.keep_for_undo(batch_id uuid, ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, created_at)
  select keep_for_undo.batch_id, t.id, auth.uid(), private.ticket_for_staff(t), now()
  from public.tickets t where t.id = keep_for_undo.ticket_id;
end
$$;

-- The others differ in a few words from what they were.
create function pg_temp.edit(name text, before text, after text) returns void language plpgsql as $$
declare
  definition text := pg_catalog.pg_get_functiondef(name::regproc);
begin
  if strpos(definition, before) = 0 then
    raise exception '% does not contain: %', name, before;
  end if;
  execute replace(definition, before, after);
end
$$;

select
  pg_temp.edit('private.plan_search', 't.tags @> array[%L]', 't.tag_keys && %L'),
  pg_temp.edit('private.walk_tickets', 't.tags,', 't.tag_keys,'),
  pg_temp.edit('private.walk_tickets', '(l.hit).tags)', '(l.hit).tag_keys)'),
  pg_temp.edit('public.search_tickets', 't.tags @> array[%L]', 't.tag_keys && %L'),
  pg_temp.edit('public.search_tickets', $$    filter_customer := auth.uid();
  end if;$$, $$    filter_customer := auth.uid();
  end if;
  -- From here on: the keys of the tag.
  filter_tag := private.tag_lookup(filter_tag, my_role = 'customer')::text;$$),
  pg_temp.edit('private.guard_ticket_update', 'and new.tags is not distinct from old.tags',
    $$and (new.tags is not distinct from old.tags or my_role <> 'customer' and new.tags is not distinct from
        (select g.tags from public.ticket_tags g where g.ticket_id = old.id))$$),
  pg_temp.edit('public.get_ticket_detail', '''ticket'', to_jsonb(ticket)',
    '''ticket'', case when staff then private.ticket_for_staff(ticket) else to_jsonb(ticket) - ''tag_keys'' end'),
  pg_temp.edit('public.send_reply', '''ticket'', to_jsonb(ticket)', '''ticket'', private.ticket_for_staff(ticket)'),
  pg_temp.edit('public.send_reply', 'private.change_tags(t.tags,',
    'private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id),'),
  pg_temp.edit('public.bulk_update_tickets', 'private.change_tags(t.tags,',
    'private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id),'),
  pg_temp.edit('public.get_report', 't.tags, t.created_at from public.tickets t',
    'g.tags, t.created_at from public.tickets t left join public.ticket_tags g on g.ticket_id = t.id'),
  pg_temp.edit('public.export_tickets', 'page.tags', 'g.tags'),
  pg_temp.edit('public.export_tickets', 'left join public.profiles c on c.id = page.customer_id',
    'left join public.ticket_tags g on g.ticket_id = page.id
    left join public.profiles c on c.id = page.customer_id');

drop function pg_temp.edit(text, text, text);
