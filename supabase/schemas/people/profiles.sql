-- One row per user. Every right derives from profiles.role.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null constraint profiles_name_length check (char_length(btrim(name)) between 1 and 50),
  email text,
  role text not null default 'customer' constraint profiles_role check (role = any (private.user_roles())),
  preferences jsonb not null default '{}'
    constraint profiles_preferences_bounds check (private.json_is_bounded(preferences, 2048, 4))
    constraint profiles_preferences check (
      case when jsonb_typeof(preferences) = 'object' then
        preferences - ('{theme,time_format,density,columns,composer}'::text[] || private.notification_choices()) = '{}'
        -- A JSON null is refused: it differs from a missing key.
        and coalesce(preferences -> 'theme', '"system"') in ('"system"', '"light"', '"dark"')
        and coalesce(preferences -> 'time_format', '"auto"') in ('"auto"', '"12h"', '"24h"')
        and coalesce(preferences -> 'density', '"comfortable"') in ('"comfortable"', '"compact"')
        and coalesce(preferences -> 'composer', '"rich"') in ('"rich"', '"plain"')
        and (not preferences ? 'columns' or private.is_column_choice(preferences -> 'columns'))
        and not jsonb_path_exists(preferences - '{theme,time_format,density,columns,composer}'::text[],
          '$.* ? (@.type() != "boolean")')
      else false end),
  deactivated_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  away_since timestamptz
);
comment on table public.profiles is
  'One row per auth user. `role` is the only source of rights; user metadata is for display.';
comment on column public.profiles.role is
  'customer, agent or admin. Changed by an invite or by set_user_role, never by the client.';
comment on column public.profiles.preferences is
  'theme (system|light|dark), time_format (auto|12h|24h), density (comfortable|compact), composer (rich|plain), '
  'columns (private.is_column_choice), and private.notification_choices. Their defaults: private.wants.';
comment on column public.profiles.deactivated_at is 'Once set, the user has no rights, even with a valid token.';
comment on column public.profiles.away_since is
  'Set while a member of staff is away; null means available. Changed by set_availability.';

create index profiles_role_idx on public.profiles (role);
create index profiles_created_at_idx on public.profiles (created_at desc, id desc);
create index profiles_text_idx on public.profiles
  using gin ((name || ' ' || coalesce(email, '')) extensions.gin_trgm_ops);
create index profiles_email_idx on public.profiles (email);
-- For private.known_address(): few domains are written in other scripts.
create index profiles_ascii_email_idx on public.profiles (private.ascii_address(email))
  where substring(email from '[^@]*$') ~ '[^\x01-\x7f]';
alter index public.profiles_ascii_email_idx alter column 1 set statistics 0;
create index profiles_words_idx on public.profiles using gin (private.word_vector(name || ' ' || email));

-- Fewer reads for a page of a list. A B-tree of a million tickets has three levels, which each row of a page descends;
-- a hash index finds the row in one read, whether or not vacuum has marked its page as all-visible.
create index profiles_id_idx on public.profiles using hash (id);

-- Staff are few and in every row, so one scan of this index finds all of a page.
create index profiles_team_idx on public.profiles (id) include (name, email, role) where role <> 'customer';

alter table public.profiles
  alter column name set statistics 0,
  alter column email set statistics 0;
alter table public.profiles enable row level security;
grant select (id, name, email, role, preferences, deactivated_at, last_seen_at, created_at, updated_at, away_since)
  on table public.profiles to authenticated;
grant update (name, preferences) on table public.profiles to authenticated;
grant all on table public.profiles to service_role;

-- An access token outlives its session by up to an hour. Checking the session with the role makes signing out
-- effective at once. In plpgsql, which caches the plan: an SQL function called for each row is planned for each row.
create function private.current_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A token without a session was not issued by a sign-in and is valid until it expires.
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '');
begin
  return (
    select p.role from public.profiles p
    where p.id = auth.uid() and p.deactivated_at is null
      and (session_id is null or exists (
        select from auth.sessions s where s.id = session_id and s.user_id = p.id)));
end
$$;
comment on function private.current_role() is
  'The caller''s role from profiles; null when anonymous, deactivated or signed out.';
grant execute on function private.current_role() to authenticated, service_role;

create function private.is_active_staff(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = target and p.role in ('agent', 'admin') and p.deactivated_at is null
  )
$$;
comment on function private.is_active_staff(uuid) is 'True when tickets can be assigned to the user.';
grant execute on function private.is_active_staff(uuid) to authenticated, service_role;

-- Anyone can register anyone's address, so an unconfirmed account proves nothing: its address can still be invited, an
-- admin cannot give it a staff role, and a valid invite replaces it.
create function private.is_confirmed(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = target and u.email_confirmed_at is not null)
$$;
comment on function private.is_confirmed(uuid) is 'True when the user has confirmed their e-mail address.';

create function private.role_rank(role text) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(array_position(private.user_roles(), role) - 1, 0)
$$;
comment on function private.role_rank(text) is 'customer 0, agent 1, admin 2.';

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();
