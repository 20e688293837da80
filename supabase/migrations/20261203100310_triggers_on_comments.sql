-- The triggers that call the steps before and after a row of comments is written.
create function private.notify_comment(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
  kept text;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  end if;
  kept := private.reason_to_keep(ticket, new);
  if kept is not null then
    perform private.note_kept(ticket, new, kept);
    return;
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
    -- The customer may have opted out of one of the two mails: only a reply that is sent replaces the other.
    with replaced as (
      delete from public.notification_outbox o
      where o.ticket_id = ticket.id and o.kind = 'status' and o.recipient_id = ticket.customer_id
        and o.created_at = now() and o.attempts = 0
        and exists (select from public.notification_outbox r
          where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply')
      returning o.excerpt)
    update public.notification_outbox r set new_status = replaced.excerpt
    from replaced where r.ticket_id = ticket.id and r.comment_id = new.id and r.kind = 'reply';
  end if;
  perform private.notify_copies(ticket, new);
end
$$;
comment on function private.notify_comment(public.comments) is
  'Mails the customer and the people in copy a public message, unless it is kept for staff, and the assignee one that '
  'is not from staff. The mail with a reply replaces that about a status of the same transaction.';

create function private.notify_comment_app(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  others uuid[];
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  others := array[ticket.customer_id];
  -- A customer who is not the requester is in copy.
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    perform private.add_notification('reply', ticket.assigned_to, ticket, new.id);
    others := array[ticket.customer_id, ticket.assigned_to];
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.add_notification('reply', ticket.customer_id, ticket, new.id);
  end if;
  perform private.notify_followers(ticket, new.id, new.content, others);
end
$$;
comment on function private.notify_comment_app(public.comments) is
  'A public comment notifies in the app: the customer of a reply, the assignee of the customer''s comment, and all '
  'followers.';

create function private.save_mentions(new public.comments, is_new boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  mentioned uuid[];
  member uuid;
begin
  with found as (
    select m.person_id, min(m.written) as written from private.find_mentions(new.content) m group by m.person_id
  ), added as (
    insert into private.comment_mentions (comment_id, person_id, written)
    select new.id, f.person_id, f.written from found f
    on conflict on constraint comment_mentions_pkey do nothing returning person_id
  ), removed as (
    -- A mention of somebody who was renamed since stays as long as its text does.
    delete from private.comment_mentions c
    where c.comment_id = new.id and strpos(new.content, c.written) = 0
  )
  select coalesce(array_agg(a.person_id order by a.person_id), '{}') into mentioned from added a;
  if new.user_id is distinct from auth.uid() then
    return;
  end if;
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  foreach member in array mentioned loop
    insert into private.ticket_followers (ticket_id, person_id) values (ticket.id, member) on conflict do nothing;
    perform private.add_notification('mention', member, ticket, new.id);
    perform private.notify('mention', member, ticket, new.author_name, null, null);
  end loop;
  if is_new then
    perform private.notify_followers(ticket, new.id, null, mentioned);
  end if;
end
$$;
comment on function private.save_mentions(public.comments, boolean) is
  'Saves whom a note mentions. They are notified and follow the ticket from now on; its other followers are notified '
  'of a new note.';

create function private.after_comment_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.request_id is not null then
    perform private.link_announced_files(new.user_id, new.request_id, new.ticket_id, new.id);
  end if;
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
  return null;
end
$$;
comment on function private.after_comment_insert() is 'The steps after a comment is added, in their order.';

create function private.after_comment_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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

drop trigger comments_sign on public.comments;
drop trigger comments_guard on public.comments;
drop trigger comments_touch on public.comments;
drop trigger comments_forget_mail on public.comments;
drop trigger comments_announced on public.comments;
drop trigger comments_follow on public.comments;
drop trigger comments_log on public.comments;
drop trigger comments_mention on public.comments;
drop trigger comments_notify on public.comments;
drop trigger comments_notify_app on public.comments;
drop trigger comments_start_mails on public.comments;
drop trigger comments_forget on public.comments;
drop trigger comments_messages on public.comments;
drop trigger comments_messages_left on public.comments;
drop trigger comments_withdraw on public.comments;
drop trigger comments_withdraw_app on public.comments;
drop function private.guard_comment_edit(), private.touch_commented_ticket(), private.notify_comment(),
  private.notify_comment_app(), private.save_mentions(), private.erase_note_of_proposal(),
  private.delete_mails_of_comment(), private.withdraw_comment_notifications(), private.follow_messages(),
  private.link_announced_files(), private.start_mails_of_author();

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
