-- Mails about changes that can be undone wait for 15 seconds: the screen offers Undo for 10. Two more kinds of mail:
-- a ticket was taken over, and a customer's comment reopened it.
alter table public.notification_outbox drop constraint notification_outbox_kind;
alter table public.notification_outbox add constraint notification_outbox_kind
  check (kind in ('reply', 'comment', 'reopened', 'status', 'assigned', 'taken_over'));
comment on column public.notification_outbox.kind is
  'reply: staff answered, to the customer. comment: the customer wrote, to the assignee. reopened: and this reopened the ticket. status: staff changed it, to the customer. assigned: to the assignee. taken_over: to the previous assignee.';
comment on column public.notification_outbox.excerpt is
  'reply, comment and reopened: how the text begins; status: the new status; taken_over: the reason; assigned: null. Never a word of a note.';

create or replace function private.notify_mail_sender() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Delivered at commit, once per transaction and due time.
  perform pg_notify('helpdesk_notifications',
    greatest(0, ceil(extract(epoch from new.next_attempt_at - clock_timestamp())))::text);
  return null;
end
$$;
comment on function private.notify_mail_sender() is 'Notifies the mail sender, with the seconds until the mail is due.';

create or replace function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email) and u.email_confirmed_at is not null
      -- To the assignee, a customer's comment is a reply.
      and p.preferences -> ('notify_' || case $1 when 'comment' then 'reply' when 'reopened' then 'reply'
        when 'taken_over' then 'assigned' else $1 end) is distinct from 'false'
      and case
        when $1 in ('comment', 'reopened', 'taken_over') then p.role in ('agent', 'admin')
        when $1 = 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;

create or replace function private.notify(
  kind text, recipient uuid, ticket public.tickets, actor_name text, excerpt text, comment_id uuid
) returns void
language sql security definer set search_path = '' as $$
  insert into public.notification_outbox
    (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, comment_id, actor_name, excerpt,
      change_batch, next_attempt_at)
  select $1, p.id, p.email, p.name, ($3).id, ($3).subject, $6, $4,
    case when char_length($5) > 300 then left($5, 299) || '…' else $5 end,
    c.batch_id, case when c.batch_id is null then now() else clock_timestamp() + interval '15 seconds' end
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ($3).id
  where p.id = $2 and p.id is distinct from auth.uid() and private.can_get_notification($1, $2, $3)
    -- The event of this change may already exist, or not yet.
    and (
      select count(*) from (
        select from public.ticket_events e
        where e.ticket_id = ($3).id and e.created_at > now() - interval '1 hour' and e.created_at < now()
          and e.actor_id = auth.uid()
          and e.kind = case $1 when 'status' then 'status' when 'assigned' then 'assigned_to'
            when 'taken_over' then 'assigned_to' else 'comment_added' end
        limit 20
      ) earlier
    ) < 20
$$;
comment on function private.notify(text, uuid, public.tickets, text, text, uuid) is
  'Queues a mail, unless the recipient is the actor, inactive or unconfirmed, opted out, or over the limit. It waits when its change can be undone.';

create or replace function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reopens boolean;
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  if new.user_id = ticket.customer_id then
    reopens := exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status' and e.actor_id = new.user_id and e.created_at = now());
    perform private.notify(case when reopens then 'reopened' else 'comment' end,
      ticket.assigned_to, ticket, new.author_name, new.content, new.id);
  elsif new.author_role <> 'customer' then
    perform private.notify('reply', ticket.customer_id, ticket, new.author_name, new.content, new.id);
  end if;
  return null;
end
$$;
comment on function private.notify_comment() is
  'Notifies the customer of a public reply, and the assignee of a customer''s comment. Sorts after comments_follow, which reopens the ticket.';

drop trigger tickets_notify on public.tickets;
create trigger tickets_notify after update on public.tickets
  for each row when (auth.uid() is not null and current_setting('helpdesk.mails', true) is distinct from 'off'
    and (new.status is distinct from old.status or new.assigned_to is distinct from old.assigned_to))
  execute function private.notify_ticket();
