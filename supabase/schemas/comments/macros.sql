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
