-- The names and addresses of a ticket's people are tokens of its documents, so that several words find the person who has
-- all of them, however many share one of them. A limit of people per word hid the right one on a large desk.

create function private.person_tokens(person public.profiles) returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array('n=' || md5(person.id || ' ' || person.name || ' ' || coalesce(person.email, ''))
    || ' n:' || replace(name, ' ', ' n:') || ' e:' || replace(email, ' ', ' e:') || ' e=' || replace(email, ' ', '.'), ' ')
  from (select private.plain_words(person.name), private.plain_words(coalesce(person.email, ''))) plain (name, email)
$$;
comment on function private.person_tokens(public.profiles) is
  'The tokens of a requester or assignee: n= all of it, as a mark of its state, n: word of the name, e: word of the e-mail address, e= whole address.';

create or replace function private.search_tokens(ticket public.tickets, is_internal boolean, staff_tags text[]) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(private.day_tokens(ticket.created_at) || array[
      's:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''), 'o:' || ticket.customer_id,
      case when not is_internal then 'c:' || ticket.customer_id end, 'j=' || md5(private.plain_words(ticket.subject))]
    || string_to_array('j:' || replace(private.plain_words(ticket.subject), ' ', ' j:'), ' ')
    || array(select 't=' || tag from unnest(ticket.tags) tag)
    || array(select 'u=' || tag from unnest(staff_tags) tag)
    || array(select 'u:' || word from unnest(staff_tags) tag, regexp_split_to_table(private.plain_words(tag), ' ') word where word <> ''), null)
$$;

create or replace function private.build_documents(ids uuid[]) returns setof private.search_documents
language sql stable security definer set search_path = '' as $$
  select t.id, v.is_internal, t.created_at,
    setweight(private.word_vector(t.subject), 'A')
      || setweight(private.word_vector(t.description), 'B')
      || setweight(private.word_vector(concat_ws(' ', said.public, files.names, array_to_string(t.tags, ' '))), 'C')
      || case when v.is_internal then setweight(private.word_vector(said.notes), 'D') else '' end
      || array_to_tsvector(private.search_tokens(t, v.is_internal, (select g.tags from public.ticket_tags g where g.ticket_id = t.id))
        || coalesce(people.tokens, '{}'))
  from public.tickets t
  cross join lateral (
    select string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where not c.is_internal) as public,
      string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where c.is_internal) as notes
    -- A bound for the document's size; PostgreSQL's is 1 MB. Of each kind, so that notes push out no public comment.
    from unnest('{false,true}'::boolean[]) kind, lateral (
      select * from public.comments k where k.ticket_id = t.id and k.is_internal = kind order by k.created_at desc limit 150) c
  ) said
  cross join lateral (
    select array_agg(token) as tokens from public.profiles p, unnest(private.person_tokens(p)) token where p.id in (t.customer_id, t.assigned_to)
  ) people
  cross join (values (false), (true)) v (is_internal)
  cross join lateral (
    select string_agg(a.file_name, ' ') as names
    from public.attachments a left join public.comments c on c.id = a.comment_id
    where a.ticket_id = t.id and (v.is_internal or not coalesce(c.is_internal, false))
  ) files
  where t.id = any (ids) and (not v.is_internal or said.notes is not null)
$$;

create or replace function private.refresh_sort_name(person uuid, max_rows integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name_key constant text := private.sort_name(person);
  stale uuid[] := array(
    select t.id from public.tickets t where t.customer_id = person and t.requester_key <> name_key
    union select t.id from public.tickets t where t.created_by = person and t.customer_id is null and t.requester_key <> name_key
    union select t.id from public.tickets t where t.assigned_to = person and t.assignee_key <> name_key
    limit max_rows);
  -- A document costs as much as five keys.
  unread constant uuid[] := array(
    select distinct d.ticket_id from public.profiles p, private.search_documents d
    where p.id = person and d.words @@ format('(''o:%1$s'' | ''a:%1$s'') & !''%2$s''', person, (private.person_tokens(p))[1])::tsquery
    limit max_rows / 5);
begin
  update public.tickets t set requester_key = private.sort_name(coalesce(t.customer_id, t.created_by)),
    assignee_key = private.sort_name(t.assigned_to)
  where t.id = any (stale);
  perform private.index_tickets(unread);
  if cardinality(stale) < max_rows and cardinality(unread) < max_rows / 5 then
    delete from private.renamed_people r where r.person_id = person;
  end if;
end
$$;
comment on function private.refresh_sort_name(uuid, integer) is
  'Writes the sort keys of a person''s tickets again, at most max_rows of them, and the documents of a fifth as many. Forgets the person when all are done.';
comment on table private.renamed_people is 'People with tickets that still have the sort key of their former name, or their former name or address in documents.';
comment on table private.search_documents is
  'Words of a ticket with positions (A subject, B description, C public comments, files and tags, D notes) and tokens, which contain a sign that no word has: s: status, p: priority, a: assignee, o: requester, c: requester who may find it, j: word of the subject, j= whole subject, t= tag given at creation, u= tag and u: word of a tag of staff, d: days, in steps of 8, 64 and 512, and those of private.person_tokens.';

drop trigger profiles_sort_name on public.profiles;
create trigger profiles_sort_name after update of name, email on public.profiles
  for each row when ((new.name, new.email) is distinct from (old.name, old.email)) execute function private.follow_name();
comment on function private.follow_name() is 'Sort keys of tickets and documents follow the names and addresses of their people.';

call private.rebuild_search();
