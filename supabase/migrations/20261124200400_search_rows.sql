-- Found tickets have the columns of a list, then what marks their hits.

drop function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz);
create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  filter_tag text default null, sort_by text default 'created_at', ascending boolean default false,
  max_rows integer default 50, after_rank smallint default null, after_created_at timestamptz default null,
  after_id uuid default null, first_row integer default 0, as_typed boolean default false,
  created_from timestamptz default null, created_until timestamptz default null
) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text, requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean,
  marked_subject text, found_in text, found_by text, snippet text, corrected text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  my_role text := private.current_role();
  whose uuid := case when my_role = 'customer' then auth.uid() end;
  given record;
  ids uuid[];
begin
  if my_role is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  elsif btrim(coalesce(query, '')) = '' then
    return query select l.*, null::text, null::text, null::text, null::text, null::text from public.list_tickets(
      case when filter_status is not null then array[filter_status] end, filter_priority, filter_customer, filter_assignee,
      unassigned, filter_tag, sort_by, ascending, max_rows, after_rank, after_created_at, after_id) l;
    return;
  elsif sort_by is null or sort_by not in ('created_at', 'priority', 'relevance') then
    raise exception 'Found tickets can be sorted by relevance, created_at or priority' using detail = 'sort_invalid';
  end if;
  given := private.read_query(query, whose, as_typed);
  ids := private.find_tickets(query, given.corrected, given.wanted, whose, filter_status, filter_priority, filter_customer,
    case when unassigned then '' else filter_assignee::text end, filter_tag, sort_by, coalesce(ascending, false),
    least(greatest(coalesce(max_rows, 50), 1), 100), first_row, after_rank, after_created_at, after_id, created_from, created_until);
  return query
    select t.*,
      ts_headline('private.search_headline', t.subject, private.fold_query(given.parts, true), U&'StartSel=\E000, StopSel=\E001, HighlightAll=true'),
      s.found_in, s.found_by, s.snippet, given.corrected
    from private.ticket_rows(array(select k::public.tickets from unnest(ids) with ordinality page (id, n)
      join public.tickets k on k.id = page.id order by page.n), whose is null) t
    cross join lateral private.search_snippet(t.id, given.parts, whose is null) s
    order by array_position(ids, t.id);
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz) is
  'Finds tickets by words in any order, of which the last may be incomplete, by a part of subject or description, and by number. filter_status: a status, or active for the four active ones. Sorted by relevance (paged by first_row), created_at or priority (paged by the last row). Without a query it is list_tickets. Customers get their own. Hits lie between U+E000 and U+E001; corrected is the query that was searched too, unless as_typed.';
grant execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, text, text, boolean, integer,
  smallint, timestamptz, uuid, integer, boolean, timestamptz, timestamptz) to authenticated, service_role;
