-- Mails that wait to be sent. They are written in the transaction of what they tell of: no event without
-- its mail, no mail of something that was rolled back.

create table public.notification_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint notification_outbox_kind check (kind in ('reply', 'comment', 'status', 'assigned')),
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  recipient_email text not null,
  recipient_name text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  ticket_subject text not null,
  -- A comment that is deleted takes its mail along.
  comment_id uuid references public.comments (id) on delete cascade,
  actor_name text not null,
  excerpt text constraint notification_outbox_excerpt check (char_length(excerpt) <= 300),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  error text
);
comment on table public.notification_outbox is
  'Mails to send, for the service alone. Written by triggers, taken by take_notifications, kept for 30 days.';
comment on column public.notification_outbox.kind is
  'reply: staff answered, to the customer. comment: the customer wrote, to the assignee. status: staff changed it, to the customer. assigned: to the assignee.';
comment on column public.notification_outbox.excerpt is
  'reply and comment: how the text begins; status: the new status; assigned: null. Never a word of a note.';
comment on column public.notification_outbox.error is 'Why the last attempt failed.';

create index notification_outbox_due_idx on public.notification_outbox (next_attempt_at)
  where sent_at is null and attempts < 5;
create index notification_outbox_created_at_idx on public.notification_outbox (created_at);
create index notification_outbox_recipient_idx on public.notification_outbox (recipient_id);
create index notification_outbox_ticket_idx on public.notification_outbox (ticket_id);
create index notification_outbox_comment_idx on public.notification_outbox (comment_id);

-- No policy: nobody but the service reads or writes here.
alter table public.notification_outbox enable row level security;
revoke all on table public.notification_outbox from public, anon, authenticated;
grant all on table public.notification_outbox to service_role;

create function private.announce_notification() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Delivered at commit, once for a transaction.
  perform pg_notify('helpdesk_notifications', '');
  return null;
end
$$;
comment on function private.announce_notification() is 'Wakes whoever sends the mails.';
revoke execute on function private.announce_notification() from public, anon, authenticated;

create trigger notification_outbox_announce after insert on public.notification_outbox
  for each row execute function private.announce_notification();

create function public.take_notifications(max_rows integer default 20) returns setof public.notification_outbox
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notification_outbox o where o.created_at < now() - interval '30 days';
  -- Whoever was switched off since then gets no mail any more.
  update public.notification_outbox o set attempts = 5, error = 'The recipient is not active any more'
  from public.profiles p
  where o.sent_at is null and o.attempts < 5 and o.next_attempt_at <= now()
    and p.id = o.recipient_id and p.deactivated_at is not null;
  return query
    with due as (
      select o.id from public.notification_outbox o
      where o.sent_at is null and o.attempts < 5 and o.next_attempt_at <= now()
      order by o.next_attempt_at limit least(greatest(coalesce(max_rows, 20), 1), 100)
      for update skip locked
    ), taken as (
      -- A sender that dies leaves its rows to the next one after the lease.
      update public.notification_outbox o
      set attempts = o.attempts + 1, next_attempt_at = now() + interval '5 minutes'
      from due where o.id = due.id
      returning o.*
    )
    select * from taken order by created_at, id;
end
$$;
comment on function public.take_notifications(integer) is
  'Service: leases up to max_rows (1 to 100) mails that are due for 5 minutes and counts the attempt. Two callers never get the same one.';

create function public.finish_notification(id uuid, error text default null) returns void
language sql security definer set search_path = '' as $$
  update public.notification_outbox o set
    sent_at = case when $2 is null then now() end,
    error = left($2, 500),
    -- 1, 4, 16 and 64 minutes, then it is left alone.
    next_attempt_at = case when $2 is null then o.next_attempt_at
      else now() + interval '1 minute' * power(4, greatest(o.attempts, 1) - 1) end
  where o.id = $1 and o.sent_at is null
$$;
comment on function public.finish_notification(uuid, text) is
  'Service: the mail was sent (error null), or why not; then it is due again later, at most 5 times.';

revoke execute on function public.take_notifications(integer), public.finish_notification(uuid, text)
  from public, anon, authenticated;
grant execute on function public.take_notifications(integer), public.finish_notification(uuid, text) to service_role;
