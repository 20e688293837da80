-- Before and after a row of comments is written: one trigger each, which calls its steps in their order.
--
-- insert  comments_before_insert  its ticket, name and role of the author
--         comments_after_insert   announced files, the ticket, history, mentions, mails, notifications, stopped mails
-- update  comments_before_update  only for 15 minutes, updated_at
--         comments_after_update   the note of a proposal, history, mentions, message columns
--         A waiting reply takes none of these steps. Sending it takes those of an inserted one (publish_comment).
-- delete  comments_before_delete  texts of the received mail
--         comments_after_delete   the note of a proposal, history, message columns, mails, notifications
--
-- An update is one that names the content: names of authors are copied without any of this. Then, once for all rows of
-- a statement: comments_limit and comments_search_new, comments_search, comments_search_left.
-- A trigger rather than a policy: a late edit raises an error instead of silently updating no row.
create function private.before_comment_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema and the service run as other users and apply their own rule.
  if current_user = 'authenticated' and now() - old.created_at > interval '15 minutes' and old.send_at is null then
    raise exception 'You can edit a comment for 15 minutes after sending it' using detail = 'comment_edit_expired';
  end if;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.before_comment_update() is
  'Raises when an author edits a comment more than 15 minutes after it was sent. Sets updated_at.';

create function private.publish_comment(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only public comments count as activity; a note must leave no trace that the customer can see.
  if not new.is_internal then
    perform private.touch_commented_ticket(new);
  end if;
  perform private.log_comment(new, 'added');
  if new.is_internal then
    perform private.save_mentions(new, true);
  elsif new.user_id = auth.uid() then
    perform private.notify_comment(new);
    perform private.notify_comment_app(new);
    -- Customers who write in the portal get the mails again that a link stopped.
    if new.author_role = 'customer' and new.source <> 'mail' then
      perform private.start_mails_of(new.user_id);
    end if;
  end if;
end
$$;
comment on function private.publish_comment(public.comments) is
  'The steps after a comment or note is there to be read, in their order.';

create function private.after_comment_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.request_id is not null then
    perform private.link_announced_files(new.user_id, new.request_id, new.ticket_id, new.id);
  end if;
  if new.send_at is null then
    perform private.publish_comment(new);
  else
    perform private.hint_at_waiting_reply(new.ticket_id);
  end if;
  return null;
end
$$;
comment on function private.after_comment_insert() is 'The steps after a comment is added, in their order.';

create function private.after_comment_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.send_at is not null then
    perform private.hint_at_waiting_reply(new.ticket_id);
    return null;
  end if;
  -- The text of an edited note must not stay in its proposal.
  if old.is_internal then
    update public.assistant_proposals p set to_value = null where p.comment_id = old.id;
  end if;
  perform private.log_comment(new, 'edited');
  if new.is_internal then
    perform private.save_mentions(new, false);
  else
    perform private.refresh_messages(array[old.ticket_id]);
  end if;
  return null;
end
$$;
comment on function private.after_comment_update() is 'The steps after a comment is edited, in their order.';

create function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.send_at is not null then
    perform private.log_cancelled_reply(old);
    perform private.hint_at_waiting_reply(old.ticket_id);
    return null;
  end if;
  if old.is_internal then
    update public.assistant_proposals p set to_value = null where p.comment_id = old.id;
  end if;
  perform private.log_comment(old, 'deleted');
  if not old.is_internal then
    perform private.refresh_messages(array[old.ticket_id]);
    delete from public.notification_outbox o where o.comment_id = old.id;
  end if;
  -- Takes back its notifications.
  delete from private.notifications n where n.comment_id = old.id and n.times = 1;
  update private.notifications n set times = n.times - 1, comment_id = null where n.comment_id = old.id;
  return null;
end
$$;
comment on function private.after_comment_delete() is 'The steps after a comment is deleted, in their order.';

create trigger comments_before_insert before insert on public.comments for each row
  execute function private.set_comment_author();
create trigger comments_before_update before update of content on public.comments for each row
  execute function private.before_comment_update();
create trigger comments_before_delete before delete on public.comments for each row
  execute function private.forget_mail();
create trigger comments_after_insert after insert on public.comments for each row
  execute function private.after_comment_insert();
create trigger comments_after_update after update of content on public.comments for each row
  execute function private.after_comment_update();
create trigger comments_after_delete after delete on public.comments for each row
  execute function private.after_comment_delete();
