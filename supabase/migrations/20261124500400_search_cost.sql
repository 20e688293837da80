-- Searches read fewer pages: after a start, when nothing is cached, each costs the disk a random read.

-- In the row, not beside it: a document out of line takes four reads more. Documents that are there move when they change.
alter table private.search_documents alter column words set storage main;

create or replace function private.newest_documents(
  wanted tsquery, whose uuid, max_rows integer, earliest timestamptz, latest timestamptz, ascending boolean)
returns setof private.search_documents
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  first timestamptz := greatest(earliest, (select min(t.created_at) from public.tickets t));
  last timestamptz := least(latest, (select max(t.created_at) from public.tickets t));
  direction integer := case when ascending then 1 else -1 end;
  -- Null: all of them. The few of most customers are read at once.
  days double precision := case when not private.has_few_tickets(whose) then 16 end;
  period integer;
  near bigint;
  span tsquery;
  -- Places of rows. An array of rows would read the words of each, and most callers need none.
  found tid[];
begin
  loop
    -- All periods of 8, 64 or 512 days up to that day, so that their documents are the newest.
    period := case when days <= 128 then 8 when days <= 1024 then 64 when days <= 8192 then 512 end;
    near := floor(extract(epoch from case when ascending then first else last end) / 86400 / period);
    span := (select string_agg(format('''d%s:%s''', period, near + direction * n), ' | ')::tsquery
      from generate_series(0, ceil(days / period)::integer) n);
    found := array(
      select d.ctid from private.search_documents d
      where d.words @@ coalesce(wanted && span, wanted) and d.created_at between first and last
      order by case when ascending then d.created_at end, d.created_at desc limit max_rows);
    exit when cardinality(found) = max_rows or span is null;
    -- As many days as this density of hits asks for, and half of them again.
    days := ceil(days * least(1.5 * max_rows / greatest(cardinality(found), 1), 16));
    if days > extract(epoch from last - first) / 86400 then days := null; end if;
  end loop;
  -- Within a statement's snapshot a row keeps its place.
  return query select d.* from private.search_documents d where d.ctid = any (found);
end
$$;

create or replace function private.rank_documents(
  wanted tsquery, subject tsquery, title tsquery, filters tsquery, whose uuid, earliest timestamptz, latest timestamptz)
returns table (ticket_id uuid, score double precision)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with newest as materialized (
      select * from private.newest_documents(coalesce(wanted && filters, wanted), whose, 400, earliest, latest, false)
    ), found as (
      select * from newest
      -- Hits in the subject count more than newer ones elsewhere, however many there are. The whole subject has all words.
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(wanted && coalesce(subject && filters, subject), whose, 100, earliest, latest, false) d where c.n = 400
      union all select d.* from (select count(*) as n from newest) c,
        private.newest_documents(coalesce(title && filters, title), whose, 20, earliest, latest, false) d where c.n = 400
    )
    select d.ticket_id, max(
      case when d.words @@ title then 2 else 0 end + case when d.words @@ subject then 1 else 0 end
      + ts_rank(d.words, wanted) * (0.5 + 0.5 * exp(-extract(epoch from now() - d.created_at) / 15552000)))
    -- A document out of line is read once, not for each operator.
    from (select f.ticket_id, f.created_at, f.words || ''::tsvector as words from found f offset 0) d group by 1;
end
$$;

-- A description with all parts of the query is the best place: then nothing else of the ticket is read.
create or replace function private.search_snippet(target uuid, parts tsquery[], is_staff boolean, out found_in text, out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  with described as materialized (
    select t.*, (select count(*) from unnest(parts) p where private.word_vector(t.description) @@ p) as hits
    from public.tickets t where t.id = target
  ), ticket as (
    select * from described d where d.hits < cardinality(parts)
  )
  select f.kind, f.author, ts_headline('private.search_headline', f.text, private.fold_query(parts, true),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select 1 as place, 'description' as kind, null as author, d.description as text, d.created_at, d.hits from described d
    union all
    select x.*, (select count(*) from unnest(parts) p where private.word_vector(x.text) @@ p)
    from (
      select 2, 'file', null, a.file_name, a.created_at
      from ticket t join public.attachments a on a.ticket_id = t.id left join public.comments c on c.id = a.comment_id
      where is_staff or not coalesce(c.is_internal, false)
      union all
      (select 3, case when c.is_internal then 'note' else 'comment' end, c.author_name, left(c.content, 2000), c.created_at
      from ticket t join public.comments c on c.ticket_id = t.id
      where is_staff or not c.is_internal order by c.created_at desc limit 150)
      union all
      select 4, 'tag', null, array_to_string(case when is_staff then (select g.tags from public.ticket_tags g where g.ticket_id = t.id) else t.tags end, ', '), t.created_at
      from ticket t
      union all
      select 5, case when p.id = t.customer_id then 'requester' else 'assignee' end, null, p.name || ' · ' || p.email, t.created_at
      from ticket t join public.profiles p on p.id in (t.customer_id, t.assigned_to) where is_staff
    ) x (place, kind, author, text, created_at)
  ) f where f.hits > 0
  order by f.hits desc, f.place, f.created_at desc limit 1
$$;
