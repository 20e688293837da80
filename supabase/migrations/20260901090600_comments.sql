-- The thread of a ticket. Internal notes exist for staff alone.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id),
  content text not null constraint comments_content_length
    check (char_length(content) <= 10000 and content ~ '\S'),
  is_internal boolean not null default false,
  author_name text not null default '',
  author_role text not null default 'customer' constraint comments_author_role
    check (author_role in ('customer', 'agent', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint comments_id_ticket_key unique (id, ticket_id)
);
comment on table public.comments is 'Replies (public) and notes (is_internal) on a ticket.';
comment on column public.comments.author_name is
  'Copied from the profile, because a customer may know the name of who answered and nothing else of them.';

create index comments_ticket_idx on public.comments (ticket_id, created_at, id);
create index comments_user_idx on public.comments (user_id);

alter table public.comments enable row level security;
revoke all on table public.comments from public, anon, authenticated;
grant select, delete on table public.comments to authenticated;
grant insert (ticket_id, user_id, content, is_internal) on table public.comments to authenticated;
grant update (content) on table public.comments to authenticated;
grant all on table public.comments to service_role;

create policy comments_select_own_ticket on public.comments for select to authenticated
  using (not is_internal and private.owns_ticket(ticket_id));
create policy comments_select_staff on public.comments for select to authenticated
  using ((select private.is_staff()));

create policy comments_insert_own_ticket on public.comments for insert to authenticated
  with check (user_id = (select auth.uid()) and not is_internal and private.owns_ticket(ticket_id));
create policy comments_insert_staff on public.comments for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_staff()));

create policy comments_update_author on public.comments for update to authenticated
  using (
    user_id = (select auth.uid())
    and ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id)))
  )
  with check (user_id = (select auth.uid()));

create policy comments_delete_author on public.comments for delete to authenticated
  using (
    user_id = (select auth.uid())
    and ((select private.is_staff()) or (not is_internal and private.owns_ticket(ticket_id)))
  );
create policy comments_delete_admin on public.comments for delete to authenticated
  using ((select private.is_admin()));

create function private.sign_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.sign_comment() is 'Copies name and role of the author.';

create function private.follow_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what the customer can see counts as activity; a note must leave no trace on the ticket.
  if not new.is_internal then
    update public.tickets t
    set first_response_at = case when new.author_role <> 'customer' and new.user_id is distinct from t.customer_id
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end
    where t.id = new.ticket_id;
  end if;
  return null;
end
$$;
comment on function private.follow_comment() is 'A public reply is activity on the ticket, and the first one of staff is its first response.';

create function private.rename_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.comments c set author_name = new.name where c.user_id = new.id;
  return null;
end
$$;
comment on function private.rename_author() is 'A renamed person is renamed in their comments too.';

revoke execute on function private.sign_comment(), private.follow_comment(), private.rename_author()
  from public, anon, authenticated;

create trigger comments_sign before insert on public.comments
  for each row execute function private.sign_comment();
create trigger comments_touch before update of content on public.comments
  for each row execute function private.touch_updated_at();
create trigger comments_follow after insert on public.comments
  for each row execute function private.follow_comment();
create trigger profiles_rename after update of name on public.profiles
  for each row when (new.name is distinct from old.name) execute function private.rename_author();
