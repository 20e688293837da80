-- Search. Under row level security the planner may not use a text index before the policy has run, which
-- at a million tickets means reading them all; so this function applies the rights itself.

create index tickets_text_idx on public.tickets
  using gin ((subject || ' ' || description) extensions.gin_trgm_ops) with (fastupdate = off);
-- How frequent a text is decides which index helps; the default sample is too small to tell.
alter index public.tickets_text_idx alter column 1 set statistics 300;
-- Lets the planner cut the hits of the text index to a span of time for a handful of pages.
create index tickets_created_at_brin on public.tickets
  using brin (created_at timestamptz_minmax_multi_ops) with (pages_per_range = 16);

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
  -- `lead` is the filter whose keyset index is walked, `rest` is tested on the rows found there.
  lead text := '';
  rest text := '';
  filters text;
  -- Three letters in a row are what the text index can look up; shorter texts are sought in newer rows only.
  indexable boolean := words ~ '[[:alnum:]]{3}';
  glance integer := case when indexable then 600 else 2000 end;
  found_ids uuid[];
  seen integer;
  oldest timestamptz;
  earliest timestamptz;
  reach interval;
begin
  if my_role is null then
    raise exception 'Not authenticated' using detail = 'not_authenticated';
  end if;
  if my_role = 'customer' then
    filter_customer := auth.uid();
  end if;
  -- Only the conditions that are in force are written, so that each has its own index.
  if filter_status is not null then lead := ' and t.status = $5'; end if;
  if unassigned then rest := lead; lead := ' and t.assigned_to is null';
  elsif filter_assignee is not null then rest := lead; lead := ' and t.assigned_to = $4'; end if;
  if filter_customer is not null then rest := rest || lead; lead := ' and t.customer_id = $3'; end if;
  if filter_priority is not null then rest := rest || ' and t.priority = $6'; end if;
  if before_created_at is not null then
    lead := lead || ' and t.created_at <= $7'
      || ' and (t.created_at, t.id) < ($7, coalesce($8, ''00000000-0000-0000-0000-000000000000''::uuid))';
  end if;
  filters := lead || rest;

  if words = '' then
    return query execute 'select t.* from public.tickets t where true' || filters
      || ' order by t.created_at desc, t.id desc limit $2'
      using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id;
    return;
  end if;

  -- Frequent words, and everything of somebody with few tickets, are found among the newest rows.
  execute 'with newest as materialized (select t.* from public.tickets t where true' || lead
    || ' order by t.created_at desc, t.id desc limit ' || glance || ')'
    || ' select (select array_agg(hit.id) from (select t.id from newest t where t.subject || '' '' || t.description ilike $1'
    || rest || ' order by t.created_at desc, t.id desc limit $2) hit), count(*), min(created_at), max(created_at) - min(created_at) from newest'
    into found_ids, seen, oldest, reach
    using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id;

  -- Rarer words: the text index, over a span that should hold enough of them, then over a longer one.
  if indexable and seen = glance and coalesce(cardinality(found_ids), 0) < wanted then
    select min(t.created_at) into earliest from public.tickets t;
    reach := greatest(reach, interval '1 minute') * greatest(8, 2.0 * wanted / greatest(cardinality(found_ids), 0.5));
    loop
      execute 'with hits as materialized (select t.id, t.created_at from public.tickets t'
        || ' where t.subject || '' '' || t.description ilike $1' || filters
        || case when oldest - reach > earliest then ' and t.created_at >= $9' else '' end || ')'
        || ' select array_agg(hit.id) from (select id from hits order by created_at desc, id desc limit $2) hit'
        into found_ids
        using pattern, wanted, filter_customer, filter_assignee, filter_status, filter_priority, before_created_at, before_id,
          oldest - reach;
      exit when cardinality(found_ids) >= wanted or oldest - reach <= earliest;
      reach := reach * 16;
    end loop;
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
