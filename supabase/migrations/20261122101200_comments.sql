-- Replies and internal notes. Only staff access notes.
create table public.comments (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id),
  content text not null constraint comments_content_length
    check (char_length(content) <= 10000 and content ~ '\S'),
  is_internal boolean not null default false,
  author_name text not null default '',
  author_role text not null default 'customer' constraint comments_author_role
    check (author_role = any (private.user_roles())),
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint comments_id_ticket_key unique (id, ticket_id)
);
comment on table public.comments is 'Replies (public) and notes (is_internal) on a ticket.';
comment on column public.comments.author_name is
  'Copied from the profile: customers see the author''s name and nothing else of a profile.';
comment on column public.comments.request_id is 'Chosen by the client for one submission; unique for each author.';

create index comments_ticket_idx on public.comments (ticket_id, created_at, id);
create unique index comments_request_idx on public.comments (user_id, request_id);

alter table public.comments
  alter column content set statistics 0,
  alter column author_name set statistics 0;

alter table public.comments enable row level security;
grant select (id, ticket_id, user_id, content, is_internal, author_name, author_role, request_id, created_at,
  updated_at)
  on table public.comments to authenticated;
grant insert (ticket_id, user_id, content, is_internal, request_id) on table public.comments to authenticated;
grant update (content) on table public.comments to authenticated;
grant delete on table public.comments to authenticated;
grant all on table public.comments to service_role;

create function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.set_comment_author() is 'Copies name and role of the author into the comment.';

create function private.touch_commented_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only public comments count as activity; a note must leave no trace that the customer can see.
  if not new.is_internal then
    update public.tickets t
    set first_response_at = case when new.author_role <> 'customer' and new.user_id is distinct from t.customer_id
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end
    where t.id = new.ticket_id;
  end if;
  return null;
end
$$;
comment on function private.touch_commented_ticket() is 'A public comment touches its ticket; the first one by staff sets first_response_at.';

create function private.update_author_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.comments c set author_name = new.name where c.user_id = new.id;
  return null;
end
$$;
comment on function private.update_author_names() is 'Copies a changed name to the person''s comments.';

-- A trigger rather than a policy: a late edit raises an error instead of silently updating no row.
create function private.guard_comment_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema and the service run as other users and apply their own rule.
  if current_user = 'authenticated' and now() - old.created_at > interval '15 minutes' then
    raise exception 'You can edit a comment for 15 minutes after sending it' using detail = 'comment_edit_expired';
  end if;
  return new;
end
$$;
comment on function private.guard_comment_edit() is 'Raises when an author edits a comment more than 15 minutes old.';

create policy comments_select_visible on public.comments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_see_notes())));

create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes())));

create policy comments_update_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes())))
  with check (user_id = (select auth.uid()));

create policy comments_delete_author_or_admin on public.comments for delete to authenticated
  using ((select private.can_delete_content()) or (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (not is_internal or (select private.can_write_notes()))));

create trigger comments_sign before insert on public.comments
  for each row execute function private.set_comment_author();
create trigger comments_touch before update of content on public.comments
  for each row execute function private.touch_updated_at();
create trigger comments_follow after insert on public.comments
  for each row execute function private.touch_commented_ticket();
create trigger comments_guard before update of content on public.comments
  for each row execute function private.guard_comment_edit();
create trigger profiles_rename after update of name, role on public.profiles
  for each row when (new.name is distinct from old.name) execute function private.update_author_names();
