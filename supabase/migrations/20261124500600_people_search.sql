-- Admins find people by words in any order, each of which may be unfinished, by a part of name or address as before, and when
-- nothing matches by what is spelt alike.

-- Loads pg_trgm: only then the owner may name its setting.
select extensions.show_trgm('');

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
  words text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  starts tsquery := (select string_agg(quote_literal(w) || ':*', ' & ')::tsquery
    from unnest(string_to_array(nullif(private.plain_words(left(words, 200)), ''), ' ')) w);
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
comment on function public.list_users(text, text, boolean, integer, timestamptz, uuid) is
  'Admins: users whose name or e-mail contains the text or words that start like its words, else those that are spelt alike; newest first, paged by (created_at, id).';
