-- A waiting reply takes no step of a comment before it is sent.
comment on type private.context_field is $$What each field holds, who sets it, and who reads it.
batch: the batch in which changes can be undone, or off. Set by start_batch and exclude_from_undo, read by
  current_batch.
notify: none, mails (nothing in the app), or empty (both): who is notified of a new status or assignee. Set by
  touch_commented_ticket, change_with_reply, send_waiting and undo_batch, read by after_ticket_update.
files: how many files an older page will upload to the comment. Set by send_reply and send_waiting, read by
  limit_ticket_mails.
mail_is_proven: yes when a received mail is proven to be its author's. Set by receive_mail, read by reason_to_keep.
committed_change: the last change that has its stamp. Set and read by commit_changes.
bulk: number of tickets of a bulk change, a colon, and its note. Set by bulk_update_tickets, read by notify and where
  assignments are collected: notify_ticket, notify_ticket_app, take_over_ticket and collect_hand_over.$$;

create or replace function private.before_comment_update() returns trigger
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

create or replace function private.after_comment_insert() returns trigger
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

create or replace function private.after_comment_update() returns trigger
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

create or replace function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.send_at is not null then
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

create or replace function private.ticket_detail_for_staff(target uuid, customer uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'events', private.ticket_events_json(target),
    'other_tickets', coalesce((
      select jsonb_agg(to_jsonb(other) order by other.created_at desc, other.id desc)
      from (
        select t.id, t.number, t.subject, t.status, t.priority, t.created_at, t.updated_at
        from (
          select o.id from public.tickets o where o.customer_id = customer and o.id <> target and o.priority_rank >= 0
          order by o.created_at desc, o.id desc limit 5
        ) newest join public.tickets t on t.id = newest.id
      ) other), '[]'),
    'drafts', private.my_drafts(target),
    'assignee_away_since', (
      select p.away_since from public.tickets t join public.profiles p on p.id = t.assigned_to where t.id = target),
    'followers', private.followers_json(target),
    'mentions', private.mentions_json(target),
    'last_read_at', private.last_read_at(target),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'waiting_replies', private.waiting_replies_json(target),
    'undo_send_seconds', (select w.undo_send_seconds from public.workspace_settings w))
$$;
comment on function private.ticket_detail_for_staff(uuid, uuid) is
  'The parts of a ticket''s detail that only staff see: {events, other_tickets, drafts, assignee_away_since, '
  'followers, mentions, last_read_at, agents_update, waiting_replies, undo_send_seconds}.';
