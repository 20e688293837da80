-- A request carries 5 MB, and a limit of a column is checked after its triggers: what reads a text reads no more of it than the
-- longest that is accepted. One name cost PostgreSQL 20 seconds.

create or replace function private.sort_key(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(private.plain_words(left(words, 500)), 32)
$$;

create or replace function private.strip_column() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given text := to_jsonb(new) ->> field;
begin
  -- Longer than any such column may be, invisible characters included.
  if octet_length(given) > 40000 then
    return new;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(field, private.strip_invisible(given)));
end
$$;

create or replace function private.strip_tags() returns trigger
language plpgsql set search_path = '' as $$
declare
  field text := tg_argv[0];
  given jsonb := to_jsonb(new) -> field;
  tags text[];
begin
  -- The table's check refuses longer lists and other shapes.
  if octet_length(given::text) > 40000 or exists (select from jsonb_array_elements(given) tag where jsonb_typeof(tag) <> 'string') then
    return new;
  end if;
  select array_agg(tag order by at) into tags from (
    select private.strip_invisible(element) as tag, min(at) as at
    from jsonb_array_elements_text(given) with ordinality as e (element, at) group by 1
  ) distinct_tags where tag ~ '\S';
  return jsonb_populate_record(new, jsonb_build_object(field, coalesce(tags, '{}')));
end
$$;

create or replace function private.guard_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed boolean := tg_op = 'UPDATE' and new.name is distinct from old.name and new.id = auth.uid();
  mark constant text := ' (customer)';
  given text;
begin
  if typed and octet_length(new.name) > 4000 then
    return new;
  end if;
  new.name := private.person_name(left(new.name, 4000));
  -- The table's check refuses it.
  if typed and char_length(new.name) > 50 then
    return new;
  end if;
  if typed and new.name <> private.without_symbols(new.name) then
    raise exception 'A name cannot contain symbols or emoji' using detail = 'name_symbols';
  end if;
  new.name := private.without_symbols(new.name);
  if new.name = '' and not typed then
    new.name := coalesce(nullif(private.without_symbols(private.person_name(split_part(new.email, '@', 1))), ''), 'New user');
  end if;
  if new.name = '' then
    raise exception 'Please enter a name' using detail = 'name_empty';
  end if;
  if not typed then
    new.name := btrim(left(new.name, 50));
  end if;
  if new.role <> 'customer' then
    -- Removes the mark when a customer joins the staff, and restores the end of a name that was cut to make room for it.
    if right(new.name, length(mark)) = mark and new.name <> mark then
      new.name := left(new.name, -length(mark));
      select btrim(left(private.without_symbols(private.person_name(u.raw_user_meta_data ->> 'full_name')), 50)) into given
      from auth.users u where u.id = new.id;
      if btrim(left(given, 50 - length(mark))) = new.name then
        new.name := given;
      end if;
    end if;
  elsif right(new.name, length(mark)) <> mark and private.is_deceptive_name(new.name, new.id) then
    if typed then
      raise exception 'This name could be mistaken for the support team. Enter your own name.'
        using detail = 'name_reserved';
    end if;
    new.name := btrim(left(new.name, 50 - length(mark))) || mark;
  end if;
  return new;
end
$$;

create or replace function public.list_users(
  query text default null, filter_role text default null, filter_active boolean default null,
  max_rows integer default 50, after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, name text, email text, role text, deactivated_at timestamptz, created_at timestamptz,
  last_seen_at timestamptz, open_sessions integer, is_confirmed boolean)
language plpgsql stable security definer set search_path = ''
-- Finds two letters swapped in a word of ten; the default 0.6 finds a letter too few.
set pg_trgm.word_similarity_threshold = 0.45 as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(left(coalesce(query, ''), 200));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  starts tsquery := (select string_agg(quote_literal(w) || ':*', ' & ')::tsquery
    from unnest(string_to_array(nullif(private.plain_words(words), ''), ' ')) w);
  filter text := '';
  is_known boolean;
begin
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to list users' using detail = 'admin_required';
  end if;
  if words <> '' then
    filter := ' and (p.name || '' '' || coalesce(p.email, '''') ilike $1 or private.word_vector(p.name || '' '' || p.email) @@ $6)';
    execute 'select exists (select from public.profiles p where true' || filter || ')'
      into is_known using pattern, null, null, null, null, starts;
    if not is_known and length(words) >= 4 then
      filter := ' and $7 operator(extensions.<%) (p.name || '' '' || coalesce(p.email, ''''))';
    end if;
  end if;
  return query execute
    'with page as materialized (select p.* from public.profiles p where true' || filter
    || case when filter_role is not null then ' and p.role = $2' else '' end
    || case when filter_active then ' and p.deactivated_at is null'
         when not filter_active then ' and p.deactivated_at is not null' else '' end
    || case when after_created_at is not null then ' and (p.created_at, p.id) < ($3, $4)' else '' end
    || ' order by p.created_at desc, p.id desc limit $5)'
    || ' select page.id, page.name, page.email, page.role, page.deactivated_at, page.created_at,'
    || ' greatest(page.last_seen_at, u.last_sign_in_at, s.seen), coalesce(s.open, 0)::integer,'
    || ' u.email_confirmed_at is not null'
    || ' from page left join auth.users u on u.id = page.id'
    || ' left join lateral (select count(*) as open, max(coalesce(x.refreshed_at at time zone ''UTC'', x.created_at)) as seen'
    || ' from auth.sessions x where x.user_id = page.id) s on true'
    || ' order by page.created_at desc, page.id desc'
    using pattern, filter_role, after_created_at,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid), wanted, starts, words;
end
$$;

create or replace function public.find_similar_tickets(subject text)
returns table (id uuid, number bigint, subject text, status text, created_at timestamptz)
language sql stable rows 3 security definer set search_path = '' as $$
  select t.* from private.similar_tickets((select auth.uid()), left(btrim(left($1, 1000)), 255)) t
  where char_length(btrim(left($1, 1000))) >= 3 and (select private.current_role()) is not null
$$;
