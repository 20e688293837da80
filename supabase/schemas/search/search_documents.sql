-- What search reads: one document of words for each ticket, and a second one with the notes where there are any.
-- Customers reach only documents with the token of their own id, which internal documents lack.

-- Names and addresses of a ticket's people are tokens of its documents, so that several words find the person who has
-- all of them, however many share one of them.
create function private.person_tokens(person public.profiles) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  name constant text := private.plain_words(person.name);
  email constant text := private.plain_words(coalesce(person.email, ''));
begin
  return string_to_array('n=' || md5(person.id || ' ' || person.name || ' ' || coalesce(person.email, ''))
    || ' n:' || replace(name, ' ', ' n:') || ' e:' || replace(email, ' ', ' e:') || ' e=' || replace(email, ' ', '.'),
      ' ');
end
$$;
comment on function private.person_tokens(public.profiles) is
  'The tokens of a requester or assignee: n= all of it, as a mark of its state, n: word of the name, e: word of the '
  'e-mail address, e= whole address.';

create table private.search_documents (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  is_internal boolean not null,
  created_at timestamptz not null,
  -- In the row, not beside it: a document out of line takes four reads more.
  words tsvector storage main not null,
  primary key (ticket_id, is_internal)
);
comment on table private.search_documents is
  'Words of a ticket with positions (A subject, B description, C public comments, files and tags, D notes) and '
  'tokens, which contain a sign that no word has: s: status, p: priority, a: assignee, o: requester, c: requester who '
  'may find it, j: word of the subject, j= whole subject, t= tag given at creation, u= tag and u: word of a tag of '
  'staff, d: days, in steps of 8, 64 and 512, and those of private.person_tokens.';

create index search_documents_words_idx on private.search_documents using gin (words)
  with (gin_pending_list_limit = 256);

create function private.shown_as(ticket public.tickets) returns public.tickets
language plpgsql stable parallel safe security definer set search_path = '' as $$
declare
  shown public.tickets := ticket;
begin
  if ticket.merged_into is not null then
    select t.* into shown from public.tickets t where t.id = private.merge_root(ticket.id);
  end if;
  return shown;
end
$$;
comment on function private.shown_as(public.tickets) is 'The ticket that shows a ticket: itself, unless it was merged.';

create function private.search_tokens(ticket public.tickets, staff_tags text[]) returns text[]
language plpgsql stable parallel safe set search_path = '' as $$
declare
  subject constant text := private.plain_words(ticket.subject);
  day constant numeric := extract(epoch from ticket.created_at) / 86400;
begin
  return array_remove(private.filter_tokens(ticket)
    || array['d8:' || floor(day / 8), 'd64:' || floor(day / 64), 'd512:' || floor(day / 512), 'j=' || md5(subject)]
    || string_to_array('j:' || replace(subject, ' ', ' j:'), ' ')
    || array(select 't=' || tag from unnest(ticket.tags) tag)
    || array(select 'u=' || tag from unnest(staff_tags) tag)
    || array(select 'u:' || word from unnest(staff_tags) tag, string_to_table(private.plain_words(tag), ' ') word
      where word <> '')
    || (select array_agg(token) from public.profiles p, unnest(private.person_tokens(p)) token
      where p.id in (ticket.customer_id, ticket.assigned_to)), null);
end
$$;
comment on function private.search_tokens(public.tickets, text[]) is
  'The tokens of a ticket''s documents, see private.search_documents, but c: of the public one.';

-- What both audiences read is computed once. For an array of ids the planner prefers a plan per call, and planning
-- costs more than the rest; the setting holds for the functions called here too.
create function private.build_documents(ids uuid[]) returns setof private.search_documents
language plpgsql stable parallel safe security definer set search_path = ''
set plan_cache_mode = force_generic_plan as $$
begin
  return query
    with asked as materialized (
      select t.id, case when t.merged_into is null then t.id else private.merge_root(t.id) end as root
      from public.tickets t where t.id = any (ids)
    ), shown as materialized (
      select r.id, r.created_at, private.search_tokens(r, (
        select g.tags from public.ticket_tags g where g.ticket_id = r.id)) as tokens
      from public.tickets r where r.id in (select a.root from asked a)
    )
    select d.id, v.is_internal, d.created_at, d.words || case
      when v.is_internal then setweight(private.word_vector(d.internal_files), 'C')
        || setweight(private.word_vector(d.notes), 'D')
      when d.customer_id is not null then array_to_tsvector(array['c:' || d.customer_id]) else '' end
    from (
      select t.id, t.customer_id, shown.created_at, said.notes, files.internal_files,
        setweight(private.word_vector(t.subject), 'A') || setweight(private.word_vector(t.description), 'B')
          || setweight(private.word_vector(concat_ws(' ', said.public, files.public, array_to_string(t.tags, ' '))),
            'C')
          || array_to_tsvector(shown.tokens
            || array(select token from public.profiles p, unnest(private.person_tokens(p)) token
              where t.merged_into is not null and p.id = t.customer_id)) as words
      from asked a join public.tickets t on t.id = a.id join shown on shown.id = a.root
      cross join lateral (
        select string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where not c.is_internal) as public,
          string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where c.is_internal) as notes
        -- A bound for the document's size; PostgreSQL's is 1 MB. Of each kind, so that notes push out no public
        -- comment.
        from unnest('{false,true}'::boolean[]) kind, lateral (
          select * from public.comments k where k.ticket_id = t.id and k.is_internal = kind order by k.created_at desc
            limit 150) c
      ) said
      cross join lateral (
        select string_agg(a.file_name, ' ') filter (where not coalesce(c.is_internal, false)) as public,
          string_agg(a.file_name, ' ') filter (where c.is_internal) as internal_files
        from public.attachments a left join public.comments c on c.id = a.comment_id where a.ticket_id = t.id
      ) files
      offset 0
    ) d cross join (values (false), (true)) v (is_internal)
    where not v.is_internal or d.notes is not null;
end
$$;
comment on function private.build_documents(uuid[]) is 'The documents of tickets, from their present rows.';

-- One value for each ticket, which processes that share a query can compute; a set of rows they could not.
create function private.documents_of(ticket uuid) returns private.search_documents[]
language plpgsql stable parallel safe cost 10000 security definer set search_path = '' as $$
begin
  return array(select d from private.build_documents(array[ticket]) d);
end
$$;
comment on function private.documents_of(uuid) is 'The documents of one ticket.';
