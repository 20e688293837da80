-- Who a user is, and the one place where a right comes from: profiles.role.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null constraint profiles_name_length check (char_length(btrim(name)) between 1 and 50),
  email text,
  role text not null default 'customer' constraint profiles_role check (role in ('customer', 'agent', 'admin')),
  deactivated_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row per auth user. `role` is the only source of rights; user metadata is display only.';
comment on column public.profiles.role is 'customer, agent or admin. Changed by an invite at sign-up or by set_user_role, never by the client.';
comment on column public.profiles.deactivated_at is 'Once set the user has no rights at all, whatever a token that is still valid says.';

create index profiles_role_idx on public.profiles (role);
create index profiles_created_at_idx on public.profiles (created_at desc, id desc);

alter table public.profiles enable row level security;
revoke all on table public.profiles from public, anon, authenticated;
grant select on table public.profiles to authenticated;
grant update (name) on table public.profiles to authenticated;
grant all on table public.profiles to service_role;

create function private.current_role() returns text
language sql stable security definer set search_path = '' as $$
  select p.role from public.profiles p where p.id = (select auth.uid()) and p.deactivated_at is null
$$;
comment on function private.current_role() is 'Role of the caller from profiles; null for anonymous and deactivated callers.';

create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() in ('agent', 'admin'), false)
$$;
comment on function private.is_staff() is 'True for active agents and admins.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.current_role() = 'admin', false)
$$;
comment on function private.is_admin() is 'True for active admins.';

create function private.is_active_staff(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = target and p.role in ('agent', 'admin') and p.deactivated_at is null
  )
$$;
comment on function private.is_active_staff(uuid) is 'True when the given user may have tickets assigned.';

revoke execute on function private.current_role(), private.is_staff(), private.is_admin(),
  private.is_active_staff(uuid) from public, anon, authenticated;
grant execute on function private.current_role(), private.is_staff(), private.is_admin(),
  private.is_active_staff(uuid) to authenticated, service_role;

create policy profiles_select_own on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy profiles_select_staff on public.profiles for select to authenticated
  using ((select private.is_staff()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.current_role()) is not null)
  with check (id = (select auth.uid()) and (select private.current_role()) is not null);

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Stamps updated_at.';
revoke execute on function private.touch_updated_at() from public, anon, authenticated;

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();
