-- One rule for everything that customers read of a ticket: private.reads_since.
create function private.reads_message(ticket uuid, written_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.current_role() is not null
    and coalesce(written_at >= private.reads_since(ticket, (select auth.uid())), false)
$$;
comment on function private.reads_message(uuid, timestamptz) is
  'True when the caller is active and reads, as a customer, what was written on the ticket at that time, see '
  'private.reads_since.';
grant execute on function private.reads_message(uuid, timestamptz) to authenticated, service_role;

create or replace function private.can_see_ticket(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can_see_all_tickets() or private.reads_message(target, 'infinity')
$$;
comment on function private.can_see_ticket(uuid) is
  'True when the caller sees the ticket and, from private.reads_since on, its public comments, files and history. '
  'Policies write both halves, so that the first runs once per statement.';
grant execute on function private.can_see_ticket(uuid) to authenticated, service_role;

create function private.message_time(ticket uuid, comment uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when comment is null then (select t.created_at from public.tickets t where t.id = ticket)
    else (select c.created_at from public.comments c where c.id = comment) end
$$;
comment on function private.message_time(uuid, uuid) is
  'When the message of a file was written, however late the file came: the comment, or the ticket without one.';
grant execute on function private.message_time(uuid, uuid) to authenticated, service_role;

drop policy comments_select_visible on public.comments;
create policy comments_select_visible on public.comments for select to authenticated
  using (((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_see_notes())));
drop policy comments_insert_author on public.comments;
create policy comments_insert_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, 'infinity'))
    and (not is_internal or (select private.can_write_notes())));
drop policy comments_update_author on public.comments;
create policy comments_update_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_write_notes())))
  with check (user_id = (select auth.uid()));
drop policy comments_delete_author_or_admin on public.comments;
create policy comments_delete_author_or_admin on public.comments for delete to authenticated
  using ((select private.can_delete_content()) or (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_write_notes()))));
drop policy ticket_drafts_select_own on public.ticket_drafts;
create policy ticket_drafts_select_own on public.ticket_drafts for select to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, 'infinity'))
    and (kind = 'comment' or (select private.can_write_notes())));
drop policy ticket_events_select_visible on public.ticket_events;
create policy ticket_events_select_visible on public.ticket_events for select to authenticated
  using (((select private.can_see_all_tickets()) or private.reads_message(ticket_id, created_at))
    and (not is_internal or (select private.can_see_notes())));
drop policy attachments_select_visible on public.attachments;
create policy attachments_select_visible on public.attachments for select to authenticated
  using (((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id)));
drop policy attachments_delete_uploader_or_admin on public.attachments;
create policy attachments_delete_uploader_or_admin on public.attachments for delete to authenticated
  using ((select private.can_delete_content()) or (uploaded_by = (select auth.uid())
    and ((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))));
drop policy attachments_insert_uploader on public.attachments;
create policy attachments_insert_uploader on public.attachments for insert to authenticated
  with check (
    uploaded_by = (select auth.uid())
    and private.is_accepted_file(file_name, file_type)
    and ((select private.can_see_all_tickets())
      or private.reads_message(ticket_id, private.message_time(ticket_id, comment_id)))
    and ((select private.can_see_notes()) or not private.is_internal_comment(comment_id))
    and (comment_id is null or private.is_own_comment(comment_id))
    and private.is_stored_file(storage_path, file_type, file_size));
drop function private.owns_ticket(uuid);

create or replace function private.can_read_object(path text, owner_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can_see_ticket(private.ticket_of_path(path)) and (
    private.can_see_notes()
    or not exists (
      select from public.attachments a join public.comments c on c.id = a.comment_id
      where a.storage_path = path and c.is_internal
    )
    -- Of a ticket into which theirs was merged, customers read what came after.
    and not exists (
      select from public.attachments a
      where a.storage_path = path and not private.can_see_all_tickets()
        and not private.reads_message(a.ticket_id, private.message_time(a.ticket_id, a.comment_id)))
    -- Unrecorded bytes are visible to their uploader only: they may become a note's file.
    and (
      owner_id = (select auth.uid())::text
      or exists (select from public.attachments a where a.storage_path = path)
    )
  )
$$;
comment on function private.can_read_object(text, text) is
  'Staff, and the customer of the ticket unless the file belongs to a note.';
grant execute on function private.can_read_object(text, text) to authenticated, service_role;

create or replace function private.set_comment_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What is written to a merged ticket, from an older page or by mail, belongs to the one that shows both.
  new.ticket_id := private.lock_merge_root(new.ticket_id);
  select p.name, p.role into new.author_name, new.author_role from public.profiles p where p.id = new.user_id;
  new.author_name := coalesce(new.author_name, '');
  new.author_role := coalesce(new.author_role, 'customer');
  return new;
end
$$;
comment on function private.set_comment_author() is
  'Copies name and role of the author into the comment. A merged ticket''s goes to the ticket that it leads to.';

create or replace function private.touch_commented_ticket(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.tickets t
  set first_response_at = case when private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.first_response_at, new.created_at) else t.first_response_at end,
    waiting_since = case when not private.is_answer(new.user_id, new.author_role, t.customer_id)
      then coalesce(t.waiting_since, new.created_at) end,
    last_message_at = new.created_at, last_message_by = new.user_id, last_message_preview = private.preview(new.content)
  where t.id = new.ticket_id;
  -- Seeds and imports write for others and change no status.
  if new.user_id = auth.uid() then
    -- The requester of a merged ticket is not the target's.
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and (t.customer_id = new.user_id or new.author_role = 'customer')
      and t.status in ('pending', 'solved', 'closed');
    update public.tickets t set snoozed_until = null
    where t.id = new.ticket_id and t.snoozed_until is not null
      and not private.is_answer(new.user_id, new.author_role, t.customer_id);
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

create or replace function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null, files integer default 0
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  takes boolean;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  ticket_id := private.merge_root(ticket_id);
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  if exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.actor_id is distinct from me
      and (e.created_at > seen_at or e.ticket_version > seen_version)
  ) then
    raise sqlstate 'PT409' using message = 'The ticket has changed since you opened it', detail = 'ticket_changed';
  end if;
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  takes := ticket.assigned_to is null and not coalesce(send_reply.is_internal, false)
    and ticket.customer_id is distinct from me;
  if takes or coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    if new_status is null then
      -- The mail with the reply says enough.
      perform private.set_context('notify', 'none');
    end if;
    update public.tickets t set priority = coalesce(new_priority, t.priority),
      assigned_to = case when takes then me else t.assigned_to end,
      status = coalesce(new_status, case when takes and t.status = 'open' then 'in_progress' end, t.status),
      tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id),
        jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
  perform private.set_context('files', least(greatest(coalesce(files, 0), 0), 5)::text);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer, integer) is
  'Staff: add a reply or note together with status, priority and tags: {comment, ticket}. A public reply takes an '
  'unassigned ticket. files: how many files will be uploaded to it; its mails wait for them. HTTP 409 when somebody '
  'else changed the ticket after seen_at or seen_version. A repeated request_id returns the first comment.';
grant execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer,
  integer)
  to authenticated, service_role;
