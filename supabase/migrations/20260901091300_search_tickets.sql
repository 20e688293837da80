-- Search. Under row level security the planner may not use a text index before the policy has run, which
-- at a million tickets means reading them all; so this function applies the rights itself.

create index tickets_text_idx on public.tickets
  using gin ((subject || ' ' || description) extensions.gin_trgm_ops) with (fastupdate = off);

create function public.search_tickets(
  query text default null, filter_status text default null, filter_priority text default null,
  filter_customer uuid default null, filter_assignee uuid default null, unassigned boolean default false,
  max_rows integer default 50, before_created_at timestamptz default null, before_id uuid default null
) returns setof public.tickets
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role text := private.current_role();
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  filters text := '';
  found_ids uuid[];
  -- Newest rows that are looked through before the text index is asked: frequent words end here.
  glance constant integer := 200;
begin
  if my_role is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  if my_role = 'customer' then
    filter_customer := auth.uid();
  end if;
  -- Only the conditions that are in force are written, so that each has its own keyset index.
  if filter_customer is not null then filters := filters || ' and t.customer_id = $3'; end if;
  if unassigned then filters := filters || ' and t.assigned_to is null';
  elsif filter_assignee is not null then filters := filters || ' and t.assigned_to = $4'; end if;
  if filter_status is not null then filters := filters || ' and t.status = $5'; end if;
  if filter_priority is not null then filters := filters || ' and t.priority = $6'; end if;
  if before_created_at is not null then
    filters := filters || ' and (t.created_at, t.id) < ($7, coalesce($8, ''00000000-0000-0000-0000-000000000000''::uuid))';
  end if;

  if words = '' then
    return query execute 'select t.* from public.tickets t where true' || filters
      || ' order by t.created_at desc, t.id desc limit $2'
      using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id;
    return;
  end if;

  execute 'select array_agg(hit.id) from (select newest.id from (select t.id, t.subject, t.description'
    || ' from public.tickets t where true' || filters || ' order by t.created_at desc, t.id desc limit ' || glance
    || ') newest where newest.subject || '' '' || newest.description ilike $1 limit $2) hit'
    into found_ids
    using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id;

  if coalesce(cardinality(found_ids), 0) < wanted then
    execute 'with hits as materialized (select t.id, t.created_at from public.tickets t'
      || ' where t.subject || '' '' || t.description ilike $1' || filters || ')'
      || ' select array_agg(hit.id) from (select id from hits order by created_at desc, id desc limit $2) hit'
      into found_ids
      using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id;
  end if;

  return query select t.* from public.tickets t where t.id = any (found_ids) order by t.created_at desc, t.id desc;
end
$$;
comment on function public.search_tickets(text, text, text, uuid, uuid, boolean, integer, timestamptz, uuid) is
  'Tickets whose subject or description contains the text (any case), newest first, paged by (created_at, id). Customers search their own.';

revoke execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, integer, timestamptz, uuid)
  from public, anon, authenticated;
grant execute on function public.search_tickets(text, text, text, uuid, uuid, boolean, integer, timestamptz, uuid)
  to authenticated, service_role;
