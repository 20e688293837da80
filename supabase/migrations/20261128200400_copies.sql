-- People in copy get public messages; received mails get their automatic answers.
create function private.notify_copies(ticket public.tickets, said public.comments) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt)
  select 'copy', p.address, p.name, ticket.id, ticket.subject, said.id, said.author_name,
    case when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
  from public.ticket_participants p
  where p.ticket_id = ticket.id
    and p.address not in (select lower(k.email) from public.profiles k where k.id in (said.user_id, ticket.customer_id, ticket.assigned_to))
  order by p.address
$$;
comment on function private.notify_copies(public.tickets, public.comments) is
  'Queues a public message for the people in copy, except its author, the customer and the assignee, who have mails of their own.';

create or replace function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
  end if;
  perform private.notify_copies(ticket, new);
  return null;
end
$$;
comment on function private.notify_comment() is
  'Notifies the customer and the people in copy of a public message, and the assignee of one that is not from staff. Sorts after comments_follow, which reopens the ticket.';

create function private.answer_received_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_outbox
    (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, in_reply_to)
  select case new.reply when 'refusal' then 'refused' else 'received' end, lower(new.from_address), left(new.from_name, 100),
    t.id, coalesce(t.subject, new.subject), '', new.message_id
  from (select 1) one left join public.tickets t on t.id = new.ticket_id
  where new.from_address <> '' and (t.id is not null or new.reply = 'refusal');
  return null;
end
$$;
comment on function private.answer_received_mail() is 'Queues the automatic answer to a received mail. It quotes nothing.';
create trigger mail_messages_answer after insert or update of reply on private.mail_messages
  for each row when (new.reply is not null) execute function private.answer_received_mail();

-- A mail loop or a ticket with many people in copy: beyond the limit, mails are recorded but not sent.
create function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
  allowed constant integer := 200;
begin
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and o.created_at > now() - interval '1 hour' limit allowed + 100) k;
  if sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'Too many mails about this ticket within an hour';
  end if;
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    new.files := coalesce(nullif(current_setting('helpdesk.files', true), '')::smallint, 0);
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at, now() + interval '2 minutes');
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_ticket_mails() is
  'At most 200 mails about a ticket within an hour; 100 more are recorded as not sent. Mails with files wait for them.';
create trigger notification_outbox_limit before insert on public.notification_outbox
  for each row when (new.ticket_id is not null) execute function private.limit_ticket_mails();

create function private.release_mails_with_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notification_outbox o set files = 0, next_attempt_at = clock_timestamp()
  where o.comment_id = new.comment_id and o.files > 0 and o.attempts = 0
    and o.files <= (select count(*) from public.attachments a where a.comment_id = new.comment_id);
  if found then
    perform pg_notify('helpdesk_notifications', '0');
  end if;
  return null;
end
$$;
comment on function private.release_mails_with_files() is 'Sends mails that wait for files once all are there.';
create trigger attachments_release_mails after insert on public.attachments
  for each row when (new.comment_id is not null) execute function private.release_mails_with_files();

drop function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer);
create function public.send_reply(
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
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for update;
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
  takes := ticket.assigned_to is null and not coalesce(send_reply.is_internal, false) and ticket.customer_id is distinct from me;
  if takes or coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0 then
    if new_status is null then
      -- The mail with the reply says enough.
      perform set_config('helpdesk.mails', 'off', true);
    end if;
    update public.tickets t set priority = coalesce(new_priority, t.priority),
      assigned_to = case when takes then me else t.assigned_to end,
      status = coalesce(new_status, case when takes and t.status = 'open' then 'in_progress' end, t.status),
      tags = private.change_tags((select g.tags from public.ticket_tags g where g.ticket_id = t.id), jsonb_build_object('add_tags', to_jsonb(coalesce(add_tags, '{}'))))
    where t.id = ticket.id;
  end if;
  perform set_config('helpdesk.files', least(greatest(coalesce(files, 0), 0), 5)::text, true);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;
comment on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer, integer) is
  'Staff: add a reply or note together with status, priority and tags: {comment, ticket}. A public reply takes an unassigned ticket. files: how many files will be uploaded to it; its mails wait for them. HTTP 409 when somebody else changed the ticket after seen_at or seen_version. A repeated request_id returns the first comment.';
grant execute on function public.send_reply(uuid, text, boolean, uuid, timestamptz, text, text, text[], integer, integer)
  to authenticated, service_role;
