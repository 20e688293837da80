-- Before and after a row of comments is written: one trigger each, which calls its steps in their order.
--
-- insert  comments_before_insert  name and role of the author
--         comments_after_insert   announced files, the ticket, history, mentions, mails, notifications, stopped mails
-- update  comments_before_update  only for 15 minutes, updated_at
--         comments_after_update   the note of a proposal, history, mentions, message columns
-- delete  comments_before_delete  texts of the received mail
--         comments_after_delete   the note of a proposal, history, message columns, mails, notifications
--
-- An update is one that names the content: names of authors are copied without any of this. Then, once for all rows of
-- a statement: comments_limit and comments_search_new, comments_search, comments_search_left.
create function private.before_comment_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema and the service run as other users and apply their own rule.
  if current_user = 'authenticated' and now() - old.created_at > interval '15 minutes' then
    raise exception 'You can edit a comment for 15 minutes after sending it' using detail = 'comment_edit_expired';
  end if;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.before_comment_update() is
  'Raises when an author edits a comment more than 15 minutes old. Sets updated_at.';

create function private.touch_commented_ticket(new public.comments) returns void
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
    update public.tickets t set status = 'open'
    where t.id = new.ticket_id and t.customer_id = new.user_id and t.status in ('pending', 'solved', 'closed');
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
  'The requester''s reopens it; one by staff takes it when it is unassigned.';

create function private.log_comment(changed public.comments, verb text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ticket_events (ticket_id, actor_id, kind, is_internal)
  select t.id, (select p.id from public.profiles p where p.id = auth.uid()),
    case when changed.is_internal then 'note_' else 'comment_' end || verb, changed.is_internal
  -- When the ticket itself is deleted, there is no row left to refer to.
  from public.tickets t where t.id = changed.ticket_id;
end
$$;
comment on function private.log_comment(public.comments, text) is
  'Logs that a comment was added, edited or deleted, without its text.';

create or replace function private.log_ticket_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
  part jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  ticket uuid := (part ->> 'ticket_id')::uuid;
  hidden boolean := false;
  event text;
  way text;
begin
  -- When the ticket itself is deleted, there is no row left to refer to.
  if not exists (select from public.tickets t where t.id = ticket) then
    return null;
  end if;
  if tg_table_name = 'attachments' then
    hidden := private.is_internal_comment((part ->> 'comment_id')::uuid)
      -- Deleted together with its comment, which no longer exists.
      or (tg_op = 'DELETE' and part ->> 'comment_id' is not null);
    event := case tg_op when 'INSERT' then 'attachment_added' else 'attachment_deleted' end;
  else
    event := 'rated';
    way := case when me is null then 'link' end;
    me := coalesce(me, (part ->> 'customer_id')::uuid);
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  values (ticket, me, event, way, part ->> 'score', hidden);
  return null;
end
$$;
comment on function private.log_ticket_content() is
  'Logs events of attachments and ratings. A rating by the link of a mail has the from_value link.';
