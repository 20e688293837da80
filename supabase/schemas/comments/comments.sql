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
  source text not null default 'portal' constraint comments_source check (source in ('portal', 'mail')),
  send_at timestamptz,
  constraint comments_id_ticket_key unique (id, ticket_id),
  constraint comments_waiting_hidden check (send_at is null or is_internal)
);
comment on table public.comments is 'Replies (public) and notes (is_internal) on a ticket.';
comment on column public.comments.author_name is
  'Copied from the profile: customers see the author''s name and nothing else of a profile.';
comment on column public.comments.request_id is 'Chosen by the client for one submission; unique for each author.';
comment on column public.comments.source is 'portal: written in the portal. mail: sent by mail.';

comment on column public.comments.send_at is
  'When a reply of staff is to be sent, which is hidden until then; null for what is sent, and for notes.';

create index comments_ticket_idx on public.comments (ticket_id, created_at, id);
create unique index comments_request_idx on public.comments (user_id, request_id);
create index comments_send_at_idx on public.comments (send_at, id) where send_at is not null;

alter table public.comments
  alter column content set statistics 0,
  alter column author_name set statistics 0;
alter table public.comments enable row level security;
grant select (id, ticket_id, user_id, content, is_internal, author_name, author_role, request_id, created_at,
  updated_at, source, send_at)
  on table public.comments to authenticated;
grant insert (ticket_id, user_id, content, is_internal, request_id) on table public.comments to authenticated;
grant update (content) on table public.comments to authenticated;
grant delete on table public.comments to authenticated;
grant all on table public.comments to service_role;

create function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What is written to a merged ticket, from an older page or by mail, belongs to the one that shows both. Seeds and
  -- imports write for others and open nothing.
  if not new.is_internal and new.user_id = auth.uid() then
    new.ticket_id := private.place_of_answer(private.lock_answered(new.ticket_id), new.user_id, new.source = 'mail');
  else
    new.ticket_id := private.lock_merge_root(new.ticket_id);
  end if;
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.set_comment_author() is
  'Copies name and role of the author into the comment. A merged ticket''s goes to the ticket that it leads to, '
  'an answer to one that was closed long ago to its follow-up.';

-- The conversation decides the status: a requester's comment reopens the ticket, a reply by staff takes an unassigned
-- one.
create function private.touch_commented_ticket(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  woken public.tickets;
begin
  update public.tickets t
  set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
    waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.waiting_since, new.created_at) end,
    last_message_at = new.created_at, last_message_by = new.user_id,
    last_message_preview = private.preview(new.content),
    last_message_unverified = new.source = 'mail' and private.context('mail_is_proven') is not distinct from 'no'
  where t.id = new.ticket_id;
  -- Seeds and imports write for others and change no status.
  if new.user_id = auth.uid() then
    -- The requester of a merged ticket is not the target's.
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and (t.customer_id = new.user_id or new.author_role = 'customer')
      and t.status in ('pending', 'solved', 'closed');
    update public.tickets t set snoozed_until = null
    where t.id = new.ticket_id and t.snoozed_until is not null
      and not private.is_answer(new.user_id, new.author_role, t.customer_id)
    returning t.* into woken;
    if found then
      perform private.mark_woken(woken);
    end if;
    -- The mail with the reply says enough.
    perform private.set_context('notify', 'none');
    update public.tickets t
    set assigned_to = new.user_id, status = case when t.status = 'open' then 'in_progress' else t.status end
    where t.id = new.ticket_id and t.assigned_to is null
      and private.is_answer(new.user_id, new.author_role, t.customer_id);
  end if;
  -- An import may add older messages after newer ones.
  if exists (select from public.comments c
      where c.ticket_id = new.ticket_id and not c.is_internal and c.created_at > new.created_at) then
    perform private.refresh_messages(array[new.ticket_id]);
  end if;
end
$$;
comment on function private.touch_commented_ticket(public.comments) is
  'A public comment touches its ticket: the first one by staff sets first_response_at, and the message columns follow. '
  'The requester''s reopens it; one by staff takes it when it is unassigned, any other one ends its snooze.';

create policy comments_select_visible on public.comments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at)
      or private.leads_here(ticket_id))
    and (not is_internal or (select private.can_see_notes())));
create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, 'infinity')
      or private.leads_here(ticket_id))
    and (not is_internal or (select private.can_write_notes())));
create policy comments_update_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_write_notes())))
  with check (user_id = (select auth.uid()));
create policy comments_delete_author_or_admin on public.comments for delete to authenticated
  using ((select private.can_delete_content()) or (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_write_notes()))));
