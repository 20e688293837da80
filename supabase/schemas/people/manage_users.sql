-- Roles and accounts, managed by admins. The last admin cannot be removed.
create function private.release_tickets(target uuid) returns void
language sql security definer set search_path = '' as $$
  update public.tickets t set assigned_to = null, status = 'open'
  where t.id in (
    -- In one order, as bulk updates lock them.
    select k.id from public.tickets k where k.assigned_to = target and k.status = any (private.active_statuses())
    order by k.id for no key update)
$$;
comment on function private.release_tickets(uuid) is 'Returns a user''s active tickets to the queue.';

create function private.release_tickets_of_former_staff() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.release_tickets(new.id);
  return null;
end
$$;
comment on function private.release_tickets_of_former_staff() is
  'Returns the active tickets of former staff to the queue.';

create function private.keep_one_admin(target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks all admins in one order, so that two admins who demote each other are serialised.
  perform from public.profiles p where p.role = 'admin' order by p.id for no key update;
  -- An admin with an unconfirmed address cannot sign in and does not count.
  if not exists (
    select from public.profiles p
    where p.role = 'admin' and p.deactivated_at is null and p.id <> target and private.is_confirmed(p.id)
  ) and exists (
    select from public.profiles p where p.id = target and p.role = 'admin' and p.deactivated_at is null
  ) then
    raise exception 'The last admin cannot be removed' using detail = 'last_admin';
  end if;
end
$$;
comment on function private.keep_one_admin(uuid) is
  'Raises when the user is the last active admin with a confirmed address.';

create function private.lock_people(target uuid) returns void
language sql security definer set search_path = '' as $$
  -- All admins in one order, then the person, so that two admins who change each other do not deadlock.
  select p.id from public.profiles p where p.role = 'admin' order by p.id for no key update;
  select p.id from public.profiles p where p.id = target for no key update
$$;
comment on function private.lock_people(uuid) is
  'Serialises changes of roles and accounts with each other and with assignments to the person.';

create function public.set_user_role(target uuid, new_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.can_manage_people() then
    perform private.lock_people(target);
  end if;
  -- Checked after waiting: another admin may have demoted the caller.
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change roles' using detail = 'admin_required';
  end if;
  if new_role is null or new_role <> all (private.user_roles()) then
    raise exception 'Role must be customer, agent or admin' using detail = 'role_invalid';
  end if;
  if not private.is_confirmed(target) and exists (
    select from public.profiles p
    where p.id = target and private.role_rank(new_role) > private.role_rank(p.role)
  ) then
    raise exception 'This person has not confirmed their email address yet. Send them an invite instead.'
      using detail = 'email_unconfirmed';
  end if;
  if new_role <> 'admin' then
    perform private.keep_one_admin(target);
  end if;
  -- Triggers release the tickets and revoke the invites of former staff.
  update public.profiles p set role = new_role where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  return changed;
end
$$;
comment on function public.set_user_role(uuid, text) is
  'Admins: change the role of a user. Refuses to remove the last admin.';
grant execute on function public.set_user_role(uuid, text) to authenticated, service_role;

create function public.set_user_active(target uuid, active boolean) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  changed public.profiles;
begin
  if private.can_manage_people() then
    perform private.lock_people(target);
  end if;
  if not private.can_manage_people() then
    raise exception 'Must be logged in as an admin to change accounts' using detail = 'admin_required';
  end if;
  -- Null would bypass the check of the last admin.
  if active is null then
    raise exception 'Say whether the account is active' using detail = 'active_missing';
  end if;
  if not active then
    perform private.keep_one_admin(target);
  end if;
  update public.profiles p set deactivated_at = case when active then null else coalesce(p.deactivated_at, now()) end
  where p.id = target returning p.* into changed;
  if not found then
    raise sqlstate 'PT404' using message = 'User not found', detail = 'user_not_found';
  end if;
  if not active then
    perform private.release_tickets(target);
  end if;
  return changed;
end
$$;
comment on function public.set_user_active(uuid, boolean) is
  'Admins: deactivate or reactivate an account. Deactivated, it has no rights from the next request on.';
grant execute on function public.set_user_active(uuid, boolean) to authenticated, service_role;

create trigger profiles_leave_staff after update of role, deactivated_at on public.profiles
  for each row when (
    old.role in ('agent', 'admin') and old.deactivated_at is null
    and (new.role = 'customer' or new.deactivated_at is not null))
  execute function private.release_tickets_of_former_staff();

-- Loads pg_trgm: only then the owner may name its setting.
select extensions.show_trgm('');

create function public.list_users(
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
comment on function public.list_users(text, text, boolean, integer, timestamptz, uuid) is
  'Admins: users whose name or e-mail contains the text or words that start like its words, else those that are spelt '
  'alike; newest first, paged by (created_at, id).';
grant execute on function public.list_users(text, text, boolean, integer, timestamptz, uuid) to authenticated,
  service_role;
