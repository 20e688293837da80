-- Admins see which accounts have never confirmed their address.

drop function public.list_users(text, text, boolean, integer, timestamptz, uuid);

create function public.list_users(
  query text default null, filter_role text default null, filter_active boolean default null,
  max_rows integer default 50, after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, name text, email text, role text, deactivated_at timestamptz, created_at timestamptz,
  last_seen_at timestamptz, open_sessions integer, is_confirmed boolean)
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
    || ' greatest(page.last_seen_at, u.last_sign_in_at, s.seen), coalesce(s.open, 0)::integer,'
    || ' u.email_confirmed_at is not null'
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
revoke execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid)
  from public, anon, authenticated;
grant execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid)
  to authenticated, service_role;
