-- The lists of people for admins: users with their last sign of life, invites with their state.

create index profiles_text_idx on public.profiles
  using gin ((name || ' ' || coalesce(email, '')) extensions.gin_trgm_ops);

create function public.list_users(
  query text default null, filter_role text default null, filter_active boolean default null,
  max_rows integer default 50, after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, name text, email text, role text, deactivated_at timestamptz, created_at timestamptz,
  last_seen_at timestamptz, open_sessions integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 50), 1), 100);
  words text := btrim(coalesce(query, ''));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to list users' using detail = 'admin_required';
  end if;
  return query execute
    'with page as materialized (select p.* from public.profiles p where true'
    || case when words <> '' then ' and p.name || '' '' || coalesce(p.email, '''') ilike $1' else '' end
    || case when filter_role is not null then ' and p.role = $2' else '' end
    || case when filter_active then ' and p.deactivated_at is null'
         when not filter_active then ' and p.deactivated_at is not null' else '' end
    || case when after_created_at is not null then ' and (p.created_at, p.id) < ($3, $4)' else '' end
    || ' order by p.created_at desc, p.id desc limit $5)'
    || ' select page.id, page.name, page.email, page.role, page.deactivated_at, page.created_at,'
    || ' greatest(page.last_seen_at, u.last_sign_in_at, s.seen), coalesce(s.open, 0)::integer'
    || ' from page left join auth.users u on u.id = page.id'
    || ' left join lateral (select count(*) as open, max(coalesce(x.refreshed_at at time zone ''UTC'', x.created_at)) as seen'
    || ' from auth.sessions x where x.user_id = page.id) s on true'
    || ' order by page.created_at desc, page.id desc'
    using pattern, filter_role, after_created_at,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid), wanted;
end
$$;
comment on function public.list_users(text, text, boolean, integer, timestamptz, uuid) is
  'Admins: people whose name or e-mail contains the text, newest first, paged by (created_at, id).';

create function public.list_invites(
  filter_state text default null, max_rows integer default 50,
  after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, email text, role text, state text, created_by_name text,
  created_at timestamptz, expires_at timestamptz, used_at timestamptz, revoked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to invite users' using detail = 'admin_required';
  end if;
  return query
    select listed.id, listed.email, listed.role, listed.state, p.name, listed.created_at, listed.expires_at,
      listed.used_at, listed.revoked_at
    from (
      select i.*, case when i.used_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= now() then 'expired' else 'pending' end as state
      from public.invites i
    ) listed left join public.profiles p on p.id = listed.created_by
    where (filter_state is null or listed.state = filter_state)
      and (after_created_at is null or (listed.created_at, listed.id)
        < (after_created_at, coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid)))
    order by listed.created_at desc, listed.id desc
    limit least(greatest(coalesce(max_rows, 50), 1), 100);
end
$$;
comment on function public.list_invites(text, integer, timestamptz, uuid) is
  'Admins: invites as pending, accepted, expired or revoked, newest first, paged by (created_at, id).';

create function public.end_user_sessions(target uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not private.is_admin() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  delete from auth.sessions s where s.user_id = target;
  get diagnostics ended = row_count;
  perform private.audit('sessions_ended', target,
    (select coalesce(p.email, p.name) from public.profiles p where p.id = target), null, to_jsonb(ended));
  return ended;
end
$$;
comment on function public.end_user_sessions(uuid) is 'Admins: sign somebody out everywhere. Returns how many sessions ended.';

create function private.follow_activation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The sessions stay, so that the auth server can say why it does not renew them. Not infinity, which it cannot read.
  update auth.users u
  set banned_until = case when new.deactivated_at is not null then now() + interval '100 years' end
  where u.id = new.id;
  return null;
end
$$;
comment on function private.follow_activation() is 'Who is switched off can neither renew a session nor start one.';

revoke execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid),
  public.list_invites(text, integer, timestamptz, uuid), public.end_user_sessions(uuid),
  private.follow_activation() from public, anon, authenticated;
grant execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid),
  public.list_invites(text, integer, timestamptz, uuid), public.end_user_sessions(uuid)
  to authenticated, service_role;

create trigger profiles_follow_activation after update of deactivated_at on public.profiles
  for each row when ((old.deactivated_at is null) is distinct from (new.deactivated_at is null))
  execute function private.follow_activation();
