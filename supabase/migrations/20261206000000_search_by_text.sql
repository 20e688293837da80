-- For callers outside of this portal, which know it by this name and get plain rows.
create function public.search_tickets(query text, max_rows integer default 50) returns setof public.ticket_row
language sql stable set search_path = '' as $$
  select r.* from public.search_tickets(jsonb_strip_nulls(jsonb_build_object('text', left(query, 200))),
      max_rows => max_rows) s,
    jsonb_populate_record(null::public.ticket_row, s.ticket) r
$$;
comment on function public.search_tickets(text, integer) is
  'The newest tickets that a text finds, as rows of a list. Its rights and words are those of search_tickets(filter).';
grant execute on function public.search_tickets(text, integer) to authenticated, service_role;
