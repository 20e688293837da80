-- Named filters of the ticket list, personal or shared with all staff.
create function private.is_view_filter(filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(filter) = 'object'
    then private.invalid_filter_field(filter - '{sort,dir}'::text[]) is null
    and coalesce(filter -> 'sort' <@ to_jsonb(private.ticket_orders()), true)
    and coalesce(filter -> 'dir' <@ '["asc", "desc"]', true) else false end
$$;
comment on function private.is_view_filter(jsonb) is
  'True for a filter (see invalid_filter_field) with the order beside it: {sort?, dir?: asc or desc}.';
grant execute on function private.is_view_filter(jsonb) to authenticated, service_role;

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_shared boolean not null default false,
  name text not null constraint saved_views_name_length check (char_length(name) <= 60 and name ~ '\S'),
  filter jsonb not null constraint saved_views_filter check (private.is_view_filter(filter))
    constraint saved_views_filter_bounds check (private.json_is_bounded(filter, 4000, 2)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  columns jsonb constraint saved_views_columns check (columns is null or private.is_column_list(columns))
    constraint saved_views_columns_bounds check (private.json_is_bounded(columns, 1024, 2))
);
comment on table public.saved_views is
  'Named filters of the ticket list. All staff read shared views; owners and admins write.';
comment on column public.saved_views.filter is 'A filter of tickets, and its order: sort, dir.';
comment on column public.saved_views.columns is 'Columns of its list; null: the usual ones.';

create index saved_views_owner_idx on public.saved_views (owner_id, name);
create index saved_views_shared_idx on public.saved_views (name) where is_shared;

alter table public.saved_views alter column name set statistics 0;
alter table public.saved_views enable row level security;
grant select (id, owner_id, is_shared, name, filter, created_at, updated_at, columns)
  on table public.saved_views to authenticated;
grant insert (owner_id, is_shared, name, filter, columns) on table public.saved_views to authenticated;
grant update (is_shared, name, filter, columns) on table public.saved_views to authenticated;
grant delete on table public.saved_views to authenticated;
grant all on table public.saved_views to service_role;

create policy saved_views_select_staff on public.saved_views for select to authenticated
  using ((select private.can_use_macros()) and (is_shared or owner_id = (select auth.uid())));
create policy saved_views_insert_owner on public.saved_views for insert to authenticated
  with check ((select private.can_use_macros()) and owner_id = (select auth.uid()));

-- Admins cannot see or change personal rows.
create policy saved_views_update_owner_or_admin on public.saved_views for update to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared))
  with check (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));
create policy saved_views_delete_owner_or_admin on public.saved_views for delete to authenticated
  using (((select private.can_use_macros()) and owner_id = (select auth.uid()))
    or ((select private.can_manage_workspace()) and is_shared));

create trigger saved_views_touch before update on public.saved_views
  for each row execute function private.touch_updated_at();
create trigger saved_views_strip_name before insert or update of name on public.saved_views
  for each row when (new.name is distinct from private.strip_invisible(new.name))
  execute function private.strip_column('name');
