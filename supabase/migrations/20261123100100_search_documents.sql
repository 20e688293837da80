-- What search reads: one document of words for each ticket, and a second one with the notes where there are any. Customers
-- reach only documents with the token of their own id, which internal documents lack.

create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create function private.plain_words(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, words)), '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function private.plain_words(text) is
  'Letters and digits in lower case, without accents, separated by spaces. The text search parser would keep e-mail addresses and hyphenated words whole.';

create function private.word_vector(words text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  -- Not to_tsvector: its parser splits 02e74f into a number and a letter. Words over 255 letters are no words.
  select coalesce(string_agg(w.word || ':' || least(w.at, 16383), ' '), '')::tsvector
  from regexp_split_to_table(private.plain_words(words), ' ') with ordinality w (word, at)
  where length(w.word) between 1 and 255
$$;
comment on function private.word_vector(text) is 'The plain words of a text with their positions.';

create table private.search_documents (
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  is_internal boolean not null,
  created_at timestamptz not null,
  words tsvector not null,
  primary key (ticket_id, is_internal)
);
comment on table private.search_documents is
  'Words of a ticket with positions (A subject, B description, C public comments, files and tags, D notes) and tokens, which contain a sign that no word has: s: status, p: priority, a: assignee, o: requester, c: requester who may find it, j: word of the subject, j= whole subject, t= tag given at creation, u= tag and u: word of a tag of staff, d: days, in steps of 8, 64 and 512.';
create index search_documents_words_idx on private.search_documents using gin (words) with (gin_pending_list_limit = 256);
-- None by time: in that order the planner would read all documents for a rare word.

create function private.day_tokens(at timestamptz) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg('d' || size || ':' || floor(extract(epoch from at) / 86400 / size))
  from unnest(array[8, 64, 512]) size
$$;
comment on function private.day_tokens(timestamptz) is 'The periods of 8, 64 and 512 days that contain a time.';

create function private.search_tokens(ticket public.tickets, is_internal boolean, staff_tags text[]) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(private.day_tokens(ticket.created_at) || array[
      's:' || ticket.status, 'p:' || ticket.priority_rank, 'a:' || coalesce(ticket.assigned_to::text, ''), 'o:' || ticket.customer_id,
      case when not is_internal then 'c:' || ticket.customer_id end,
      'j=' || md5(private.plain_words(ticket.subject))]
    || array(select 'j:' || word from regexp_split_to_table(private.plain_words(ticket.subject), ' ') word where word <> '')
    || array(select 't=' || tag from unnest(ticket.tags) tag)
    || array(select 'u=' || tag from unnest(staff_tags) tag)
    || array(select 'u:' || word from unnest(staff_tags) tag, regexp_split_to_table(private.plain_words(tag), ' ') word where word <> ''), null)
$$;
comment on function private.search_tokens(public.tickets, boolean, text[]) is 'The tokens of a ticket''s document, see private.search_documents.';

create function private.build_documents(ids uuid[]) returns setof private.search_documents
language sql stable security definer set search_path = '' as $$
  select t.id, v.is_internal, t.created_at,
    setweight(private.word_vector(t.subject), 'A')
      || setweight(private.word_vector(t.description), 'B')
      || setweight(private.word_vector(concat_ws(' ', said.public, files.names, array_to_string(t.tags, ' '))), 'C')
      || case when v.is_internal then setweight(private.word_vector(said.notes), 'D') else '' end
      || array_to_tsvector(private.search_tokens(t, v.is_internal, (select g.tags from public.ticket_tags g where g.ticket_id = t.id)))
  from public.tickets t
  cross join lateral (
    select string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where not c.is_internal) as public,
      string_agg(left(c.content, 2000), ' ' order by c.created_at) filter (where c.is_internal) as notes
    -- A bound for the document's size; PostgreSQL's is 1 MB.
    from (select * from public.comments k where k.ticket_id = t.id order by k.created_at desc limit 150) c
  ) said
  cross join (values (false), (true)) v (is_internal)
  cross join lateral (
    select string_agg(a.file_name, ' ') as names
    from public.attachments a left join public.comments c on c.id = a.comment_id
    where a.ticket_id = t.id and (v.is_internal or not coalesce(c.is_internal, false))
  ) files
  where t.id = any (ids) and (not v.is_internal or said.notes is not null)
$$;
comment on function private.build_documents(uuid[]) is 'The documents of tickets, from their present rows.';
