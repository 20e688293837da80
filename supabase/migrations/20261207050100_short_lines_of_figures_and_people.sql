-- The functions of before, with lines of up to 120 characters.

create or replace function public.list_audit(
  filter_action text default null, filter_person uuid default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, actor_id uuid, actor_name text, actor_email text, action text, target_id uuid, target_label text,
  target_name text, from_value jsonb, to_value jsonb, from_name text, to_name text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  last_id uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid);
  rest text := case when filter_action is not null then ' and a.action = $1' else '' end
    || case when after_created_at is not null then ' and (a.created_at, a.id) < ($3, $4)' else '' end
    || ' order by a.created_at desc, a.id desc limit $5';
begin
  if not private.can_see_audit_log() then
    raise exception 'Must be logged in as an admin to read the audit log' using detail = 'admin_required';
  end if;
  -- Two short index scans: a single one would read the whole log for a person with few rows.
  return query execute
    'with page as materialized ('
    || case when filter_person is null then 'select a.* from public.audit_log a where true' || rest
       else '(select a.* from public.audit_log a where a.actor_id = $2' || rest || ') union all'
         || ' (select a.* from public.audit_log a where a.target_id = $2 and a.actor_id is distinct from $2' || rest
           || ')'
       end
    || ') select a.id, a.actor_id, a.actor_name, who.email, a.action, a.target_id, a.target_label, whom.name,'
    || ' a.from_value, a.to_value,'
    || ' case when a.from_value ->> ''kind'' = ''assign'' then private.name_of(a.from_value ->> ''value'') end,'
    || ' case when a.to_value ->> ''kind'' = ''assign'' then private.name_of(a.to_value ->> ''value'') end,'
    || ' a.created_at'
    || ' from page a left join public.profiles who on who.id = a.actor_id'
    || ' left join public.profiles whom on whom.id = a.target_id'
    || ' order by a.created_at desc, a.id desc limit $5'
    using filter_action, filter_person, after_created_at, last_id, wanted;
end
$$;

-- Loads pg_trgm: its parameter is unknown before, and nobody but a superuser may set it.
select extensions.similarity('a', 'a');

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
    filter := ' and (p.name || '' '' || coalesce(p.email, '''') ilike $1'
      || ' or private.word_vector(p.name || '' '' || p.email) @@ $6)';
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
    || ' left join lateral (select count(*) as open,'
    || ' max(coalesce(x.refreshed_at at time zone ''UTC'', x.created_at)) as seen'
    || ' from auth.sessions x where x.user_id = page.id) s on true'
    || ' order by page.created_at desc, page.id desc'
    using pattern, filter_role, after_created_at,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid), wanted, starts, words;
end
$$;

create or replace function private.refresh_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  source text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings, public.profiles in share mode;
  delete from private.figure_changes where true;
  delete from private.daily_figures where true;
  foreach source in array array['public.tickets', 'public.ticket_ratings', 'public.profiles'] loop
    -- The body in place of a call for each row, which would take 20 times as long: a function with a search path is not
    -- inlined.
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount)
      from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure));
  end loop;
end
$$;

create or replace function private.recount_recent_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Dashboards read 30 days.
  since constant date := private.today() - 40;
  source text;
  recent text;
begin
  -- In this order: a transaction that folds already writes one of the tables, and is waited for here.
  perform pg_advisory_xact_lock(hashtextextended('helpdesk.figures', 0));
  lock table public.tickets, public.ticket_ratings in share mode;
  delete from private.figure_changes c where c.day >= since and c.day < 'infinity';
  delete from private.daily_figures f where f.day >= since and f.day < 'infinity';
  for source, recent in values
    ('public.tickets', 'r.created_at >= $2 or r.resolved_at >= $2 or r.first_response_at >= $2'),
    ('public.ticket_ratings', 'r.created_at >= $2')
  loop
    execute format('insert into private.daily_figures (day, agent_id, figure, amount)
      select c.day, c.agent_id, c.figure, sum(c.amount)
      from %s r cross join lateral (%s) c (day, agent_id, figure, amount)
      where (%s) and c.day >= $1 and c.day < ''infinity'' group by 1, 2, 3 order by 1, 2',
      source, (select p.prosrc from pg_catalog.pg_proc p
        where p.oid = format('private.figures_of(%s)', source)::regprocedure), recent)
      -- A day begins up to 14 hours before that of UTC.
      using since, (since - 1)::timestamptz;
  end loop;
  return null;
end
$$;
