-- What a row of found tickets shows of its hits.

create text search configuration private.search_headline (copy = pg_catalog.simple);
alter text search configuration private.search_headline alter mapping for hword, hword_part, word, asciiword, asciihword,
  hword_asciipart, numword, numhword, hword_numpart with extensions.unaccent, pg_catalog.simple;

create function private.search_snippet(target uuid, parts tsquery[], is_staff boolean, out found_in text, out found_by text, out snippet text)
language sql stable security definer set search_path = '' as $$
  select f.kind, f.author, ts_headline('private.search_headline', f.text, private.fold_query(parts, true),
    U&'StartSel=\E000, StopSel=\E001, MaxWords=24, MinWords=10')
  from (
    select x.*, (select count(*) from unnest(parts) p where private.word_vector(x.text) @@ p) as hits
    from (
      select 1 as place, 'description' as kind, null as author, t.description as text, t.created_at from public.tickets t where t.id = target
      union all
      select 2, 'file', null, a.file_name, a.created_at from public.attachments a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = target and (is_staff or not coalesce(c.is_internal, false))
      union all
      (select 3, case when c.is_internal then 'note' else 'comment' end, c.author_name, left(c.content, 2000), c.created_at from public.comments c
      where c.ticket_id = target and (is_staff or not c.is_internal) order by c.created_at desc limit 150)
      union all
      select 4, 'tag', null, array_to_string(case when is_staff then (select g.tags from public.ticket_tags g where g.ticket_id = t.id) else t.tags end, ', '), t.created_at
      from public.tickets t where t.id = target
      union all
      select 5, case when p.id = t.customer_id then 'requester' else 'assignee' end, null, p.name || ' · ' || p.email, t.created_at
      from public.tickets t join public.profiles p on p.id in (t.customer_id, t.assigned_to) where t.id = target and is_staff
    ) x
  ) f where f.hits > 0
  order by f.hits desc, f.place, f.created_at desc limit 1
$$;
comment on function private.search_snippet(uuid, tsquery[], boolean) is
  'Where a ticket matches besides its subject, with U+E000 and U+E001 around the hits: description, file, comment, note, tag, requester or assignee; the author of a comment or note.';
