-- Canned replies: a text with placeholders, and changes to apply with it. Personal, or shared with all staff.
create table public.macros (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_shared boolean not null default false,
  name text not null constraint macros_name_length check (char_length(name) <= 80 and name ~ '\S'),
  body text not null default '' constraint macros_body_length check (char_length(body) <= 5000),
  set_status text constraint macros_status
    check (set_status = any (private.ticket_statuses())),
  set_priority text constraint macros_priority
    check (set_priority = any (private.ticket_priorities())),
  add_tags text[] constraint macros_tags check (private.is_tag_list(add_tags)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint macros_do_something
    check (body ~ '\S' or set_status is not null or set_priority is not null or coalesce(cardinality(add_tags), 0) > 0)
);
comment on table public.macros is 'Canned replies. All staff read shared macros; owners and admins write.';
comment on column public.macros.body is 'Text with placeholders such as {{customer.name}}, filled in by the client.';

create index macros_owner_idx on public.macros (owner_id, name);
create index macros_shared_idx on public.macros (name) where is_shared;

alter table public.macros
  alter column name set statistics 0,
  alter column body set statistics 0;
alter table public.macros enable row level security;
grant select (id, owner_id, is_shared, name, body, set_status, set_priority, add_tags, created_at, updated_at)
  on table public.macros to authenticated;
grant insert (owner_id, is_shared, name, body, set_status, set_priority, add_tags)
  on table public.macros to authenticated;
grant update (is_shared, name, body, set_status, set_priority, add_tags) on table public.macros to authenticated;
grant delete on table public.macros to authenticated;
grant all on table public.macros to service_role;

create policy macros_select_staff on public.macros for select to authenticated
  using ((select private.can_use_macros()) and (is_shared or owner_id = (select auth.uid())));
create policy macros_insert_owner on public.macros for insert to authenticated
  with check ((select private.can_use_macros()) and owner_id = (select auth.uid()));

-- Admins cannot see or change personal rows.
create policy macros_update_owner_or_admin on public.macros for update to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared))
  with check (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));
create policy macros_delete_owner_or_admin on public.macros for delete to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));

create trigger macros_touch before update on public.macros
  for each row execute function private.touch_updated_at();
create trigger macros_strip_name before insert or update of name on public.macros
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');
create trigger macros_strip_tags before insert or update of add_tags on public.macros for each row
  execute function private.strip_tags();

-- How often each person inserted each macro: their menu begins with those that they use most.
create table public.macro_uses (
  user_id uuid not null references public.profiles (id) on delete cascade,
  macro_id uuid not null references public.macros (id) on delete cascade,
  uses integer not null default 1,
  primary key (user_id, macro_id)
);
comment on table public.macro_uses is 'How often each member of staff inserted each macro. They read their own.';

create index macro_uses_macro_idx on public.macro_uses (macro_id);

alter table public.macro_uses enable row level security;
grant select (user_id, macro_id, uses) on table public.macro_uses to authenticated;
grant all on table public.macro_uses to service_role;

create policy macro_uses_select_own on public.macro_uses for select to authenticated
  using ((select private.can_use_macros()) and user_id = (select auth.uid()));

create function public.count_macro_use(macro_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_use_macros() then
    raise exception 'You do not have permission to use macros' using detail = 'agent_required';
  end if;
  insert into public.macro_uses as u (user_id, macro_id)
  select auth.uid(), m.id from public.macros m
  where m.id = $1 and (m.is_shared or m.owner_id = auth.uid())
  on conflict on constraint macro_uses_pkey do update set uses = least(u.uses + 1, 1000000);
end
$$;
comment on function public.count_macro_use(uuid) is
  'Staff: count that the caller inserted a macro that they can see. Any other id does nothing.';
grant execute on function public.count_macro_use(uuid) to authenticated, service_role;
