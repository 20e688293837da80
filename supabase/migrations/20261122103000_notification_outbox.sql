-- Mails to send. They are written in the transaction of their event: every committed event has its mail, a
-- rolled-back event has none.
create table public.notification_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint notification_outbox_kind check (kind in ('reply', 'comment', 'status', 'assigned')),
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  recipient_email text not null,
  recipient_name text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  ticket_subject text not null,
  -- No foreign key: with two in one table the data API would take the outbox for a link between comments and tickets,
  -- and `comments?select=tickets(…)` would be ambiguous. A trigger withdraws the mail of a deleted comment instead.
  comment_id uuid,
  actor_name text not null,
  excerpt text constraint notification_outbox_excerpt check (char_length(excerpt) <= 300),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  error text
);
comment on table public.notification_outbox is
  'Mails to send, for the service only. Written by triggers, leased by take_notifications, kept for 30 days.';
comment on column public.notification_outbox.kind is
  'reply: staff answered, to the customer. comment: the customer wrote, to the assignee. status: staff changed it, to the customer. assigned: to the assignee.';
comment on column public.notification_outbox.comment_id is 'The comment that the mail is about. Deleting it deletes the mail.';
comment on column public.notification_outbox.excerpt is
  'reply and comment: how the text begins; status: the new status; assigned: null. Never a word of a note.';
comment on column public.notification_outbox.error is 'Why the last attempt failed.';

create index notification_outbox_due_idx on public.notification_outbox (next_attempt_at)
  where sent_at is null and attempts < 5;
create index notification_outbox_created_at_idx on public.notification_outbox (created_at);
create index notification_outbox_recipient_idx on public.notification_outbox (recipient_id);
create index notification_outbox_ticket_idx on public.notification_outbox (ticket_id);
create index notification_outbox_comment_idx on public.notification_outbox (comment_id);

alter table public.notification_outbox enable row level security;
grant all on table public.notification_outbox to service_role;

create function private.notify_mail_sender() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Delivered at commit, once per transaction.
  perform pg_notify('helpdesk_notifications', '');
  return null;
end
$$;
comment on function private.notify_mail_sender() is 'Notifies the mail sender.';

-- Checked again when the mail is sent: meanwhile the recipient may have lost the right to read it or changed the address,
-- and the text may have been edited.
create function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email) and u.email_confirmed_at is not null
      -- To the assignee, a customer's comment is a reply.
      and p.preferences -> ('notify_' || case $1 when 'comment' then 'reply' else $1 end) is distinct from 'false'
      and case $1
        when 'comment' then p.role in ('agent', 'admin')
        when 'assigned' then p.role in ('agent', 'admin') and p.id = ($3).assigned_to
        else p.id = ($3).customer_id end)
$$;
comment on function private.can_get_notification(text, uuid, public.tickets) is
  'True when the recipient is active and confirmed, wants this kind of mail and can read the ticket.';

create function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  due public.notification_outbox;
  ticket public.tickets;
  said public.comments;
begin
  delete from public.notification_outbox o where o.created_at < now() - interval '30 days';
  for due in
    select o.* from public.notification_outbox o
    where o.sent_at is null and o.attempts < 5 and o.next_attempt_at <= now()
    order by o.next_attempt_at, o.created_at, o.id for update skip locked
  loop
    select t.* into ticket from public.tickets t where t.id = due.ticket_id;
    select c.* into said from public.comments c where c.id = due.comment_id;
    if due.comment_id is not null and (said.id is null or said.is_internal) then
      update public.notification_outbox o set attempts = 5, error = 'The comment is not public any more'
      where o.id = due.id;
    elsif not private.can_get_notification(due.kind, due.recipient_id, ticket) then
      update public.notification_outbox o set attempts = 5, error = case
        when exists (select from public.profiles p where p.id = due.recipient_id and p.deactivated_at is not null)
        then 'The recipient is not active any more' else 'The recipient may not get this mail any more' end
      where o.id = due.id;
    else
      -- After the lease, another sender takes over the rows of a dead one.
      return query
        update public.notification_outbox o set
          attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes',
          recipient_email = p.email, recipient_name = p.name, ticket_subject = ticket.subject,
          actor_name = coalesce(said.author_name, o.actor_name),
          excerpt = case when said.id is null then o.excerpt
            when char_length(said.content) > 300 then left(said.content, 299) || '…' else said.content end
        from public.profiles p where o.id = due.id and p.id = o.recipient_id
        returning o.*;
      wanted := wanted - 1;
      exit when wanted = 0;
    end if;
  end loop;
end
$$;
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) due mails for 5 minutes and counts the attempt. Drops mails that their recipient can no longer read; texts and addresses are current. Two callers never get the same mail.';

create function public.finish_notification(id uuid, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.notification_outbox o set
    sent_at = case when $2 is null then now() end,
    error = left($2, 500),
    -- After 1, 4, 16 and 64 minutes, then never again.
    next_attempt_at = case when $2 is null then o.next_attempt_at
      else now() + interval '1 minute' * power(4, greatest(o.attempts, 1) - 1) end
  where o.id = $1 and o.sent_at is null
$$;
comment on function public.finish_notification(uuid, text) is
  'Service: marks a mail as sent (error null), or records the error and schedules a retry, at most 5 attempts.';

grant execute on function public.take_notifications(integer), public.finish_notification(uuid, text) to service_role;

create trigger notification_outbox_announce after insert on public.notification_outbox
  for each row execute function private.notify_mail_sender();
