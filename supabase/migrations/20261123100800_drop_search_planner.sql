-- list_tickets and search_tickets need no planner of their own.

drop function private.plan_search(text, text, text, uuid, uuid);
drop function private.text_lookups(text);
drop function private.count_found(text);
drop function private.estimate_rows(text);
drop function private.find_by_index_in_time(text, text, text, numeric, boolean, integer, timestamptz, integer);
drop function private.find_by_index(text, text, text, integer, integer);
drop function private.enough_keys(text[], numeric[], numeric, numeric);
drop function private.scan_tickets(text, boolean, text, smallint, boolean, text, numeric, integer, integer, timestamptz, uuid);
drop function private.scan_sql(text, boolean, text, smallint, text);
drop statistics public.tickets_filters;
drop index public.tickets_text_idx;
drop function private.time_keys(timestamptz);
drop function private.time_keys(timestamptz, timestamptz);

-- Counts read no texts of rows.
create or replace function public.count_saved_views(cap integer default 99) returns table (id uuid, count integer)
language sql stable security definer set search_path = '' as $$
  select v.id, case when btrim(coalesce(v.query, '')) = '' then (
      select count(*)::integer from public.list_tickets(
        filter_status => case when v.status is not null then array[v.status] end, filter_priority => v.priority,
        filter_assignee => nullif(v.holder, '')::uuid, unassigned => v.holder is not distinct from '', filter_tag => v.tag,
        -- The order counts: ordered by waiting, a list has only tickets that wait.
        sort_by => v.sort, max_rows => v.rows))
    else cardinality(private.find_tickets(v.query, null, (private.read_query(v.query, null, false)).wanted, null, v.status, v.priority, null, v.holder, v.tag,
      'created_at', false, v.rows, 0, null, null, null, null, null)) end
  from (
    select s.id, s.filter ->> 'q' as query, s.filter ->> 'status' as status, s.filter ->> 'priority' as priority, s.filter ->> 'tag' as tag,
      coalesce(s.filter ->> 'sort', 'created_at') as sort,
      case s.filter ->> 'assigned' when 'me' then auth.uid()::text when 'none' then '' else s.filter ->> 'assigned' end as holder,
      least(greatest(coalesce(cap, 99), 1), 99) + 1 as rows
    from public.saved_views s
    where private.can_use_macros() and (s.is_shared or s.owner_id = auth.uid())
      -- Filters typed into the text (status:open) are read by the page alone: such a view has no count.
      and coalesce(s.filter ->> 'q', '') !~* '(^|\s)(status|priority|from|assigned|tag|before|after):'
    order by s.owner_id = auth.uid() desc, s.name, s.id limit 50
  ) v
$$;

create or replace function public.change_tag(tag text, new_tag text default null) returns integer
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
    where t.id in (select k.ticket_id from private.tagged_tickets k where k.tag = change_tag.tag) order by t.id for update);
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
