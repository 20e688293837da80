-- What the workspace writes before a ticket's number, besides #: TICKET-1042. Searches understand it.

alter table public.workspace_settings add column ticket_prefix text not null default 'TICKET'
  constraint workspace_settings_ticket_prefix check (ticket_prefix ~ '^[A-Z]{2,10}$');
comment on column public.workspace_settings.ticket_prefix is 'Searches for it, a hyphen and a number find the ticket; capital letters.';
grant select (ticket_prefix), update (ticket_prefix) on table public.workspace_settings to authenticated;

create or replace function private.find_tickets(
  query text, corrected text, wanted tsquery, whose uuid, filter_status text, filter_priority text, filter_customer uuid, holder text, filter_tag text,
  sort_by text, ascending boolean, max_rows integer, first_row integer, after_rank smallint, after_at timestamptz, after_id uuid,
  earliest timestamptz, latest timestamptz
) returns uuid[] language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  filters tsquery := private.search_filters(whose, filter_status, filter_priority, filter_customer, holder, filter_tag);
  hits private.hit[];
  rank smallint;
begin
  if sort_by = 'relevance' then
    hits := array(select r from private.rank_documents(wanted, private.subject_query(coalesce(corrected, query)),
      quote_literal('j=' || md5(private.plain_words(query)))::tsquery, filters, whose, earliest, latest) r);
  elsif sort_by = 'created_at' then
    hits := array(select (d.ticket_id, null, d.created_at, null)::private.hit
      from private.newest_documents(coalesce(wanted && filters, wanted), whose, 400,
        case when ascending then greatest(after_at, earliest) else earliest end,
        case when ascending then latest else least(after_at, latest) end, ascending) d);
  else
    foreach rank in array case when ascending then '{0,1,2,3,4}'::smallint[] else '{4,3,2,1,0}' end loop
      continue when case when ascending then rank < after_rank else rank > after_rank end;
      hits := hits || array(select (d.ticket_id, null, d.created_at, rank)::private.hit from private.newest_documents(
        wanted && coalesce(filters && quote_literal('p:' || rank)::tsquery, quote_literal('p:' || rank)::tsquery), whose, 400,
        earliest, case when rank = after_rank then least(after_at, latest) else latest end, false) d);
      -- A ticket may have two documents.
      exit when cardinality(hits) > 2 * max_rows;
    end loop;
  end if;
  if whose is not null then
    hits := hits || array(select (t.id, 0, t.created_at, t.priority_rank)::private.hit
      from private.own_tickets_containing(query, whose) c join public.tickets t on t.id = c);
  end if;
  if query ~* format('^\s*(#|%s-)?\d{1,15}\s*$', (select w.ticket_prefix from public.workspace_settings w)) then
    hits := hits || array(select (t.id, 10, t.created_at, t.priority_rank)::private.hit
      from public.tickets t where t.number = regexp_replace(query, '\D', '', 'g')::bigint);
  end if;
  return array(
    select t.id
    -- In their order, one by one until the page is full.
    from unnest(array(
      select h.id from unnest(hits) h group by h.id
      order by case when sort_by = 'relevance' then -max(h.score) end,
        case when sort_by = 'priority' then max(h.priority_rank) * case when ascending then 1 else -1 end end,
        case when sort_by = 'created_at' and ascending then max(h.created_at) end,
        case when sort_by = 'created_at' and ascending then h.id end, max(h.created_at) desc, h.id desc
    )) with ordinality h (id, place) cross join lateral (select * from public.tickets k where k.id = h.id offset 0) t
    -- The documents answer for rights and filters; what came here otherwise has to pass them too.
    where (whose is null or t.customer_id = whose) and (filter_status is null or t.status = any (private.statuses_of(filter_status)))
      and (filter_priority is null or t.priority = filter_priority) and (filter_customer is null or t.customer_id = filter_customer)
      and (holder is null or coalesce(t.assigned_to::text, '') = holder)
      and t.created_at between coalesce(earliest, '-infinity') and coalesce(latest, 'infinity')
      and (filter_tag is null or filter_tag = any (case when whose is null
        then (select g.tags from public.ticket_tags g where g.ticket_id = t.id) else t.tags end))
      and (after_at is null or sort_by = 'relevance' or case
        when sort_by = 'priority' and t.priority_rank <> after_rank then (t.priority_rank > after_rank) = ascending
        when sort_by = 'created_at' and ascending then (t.created_at, t.id) > (after_at, after_id)
        else (t.created_at, t.id) < (after_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000')) end)
    order by h.place
    offset greatest(coalesce(first_row, 0), 0) limit max_rows);
end
$$;
