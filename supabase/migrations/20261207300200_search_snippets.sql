-- The words of a text are read once for a snippet, not once for each term of the query.

create function private.hits_in(words text, parts tsquery[]) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  vector constant tsvector := private.word_vector(words);
begin
  return (select count(*) from unnest(parts) part where vector @@ part);
end
$$;
comment on function private.hits_in(text, tsquery[]) is 'The number of terms that a text contains.';

create or replace function private.search_snippet(target uuid, parts tsquery[], is_staff boolean, out found_in text, out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  with described as materialized (
    select t.*, private.hits_in(t.description, parts) as hits
    from public.tickets t where t.id = target
  ), ticket as (
    select * from described d where d.hits < cardinality(parts)
  )
  select f.kind, f.author, ts_headline('private.search_headline', f.text, (select private.any_of(p) from unnest(parts) p),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select 1 as place, 'description' as kind, null as author, d.description as text, d.created_at, d.hits from described d
    union all
    select x.*, private.hits_in(x.text, parts)
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
