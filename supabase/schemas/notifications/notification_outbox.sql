-- Mails to send. They are written in the transaction of their event: every committed event has its mail, a
-- rolled-back event has none. The recipient may be in copy or outside, without an account.
create table public.notification_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint notification_outbox_kind check (kind = any (private.kinds_for('mail'))),
  recipient_id uuid references public.profiles (id) on delete cascade,
  recipient_email text not null,
  recipient_name text not null,
  ticket_id uuid references public.tickets (id) on delete cascade,
  ticket_subject text,
  -- No foreign key: with two in one table the data API would take the outbox for a link between comments and tickets,
  -- and `comments?select=tickets(…)` would be ambiguous. A trigger withdraws the mail of a deleted comment instead.
  comment_id uuid,
  actor_name text not null,
  excerpt text constraint notification_outbox_excerpt check (char_length(excerpt) <= 2000),
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  change_batch uuid,
  ticket_number bigint,
  needs_password boolean not null default false,
  unsubscribe_token text,
  dropped_at timestamptz,
  in_reply_to text constraint notification_outbox_in_reply_to check (char_length(in_reply_to) <= 500),
  files smallint not null default 0,
  new_status text constraint notification_outbox_new_status
    check (new_status is null or kind = 'reply' and char_length(new_status) <= 20),
  stop_token text,
  hand_over_id uuid references private.hand_overs (id) on delete cascade,
  constraint notification_outbox_ticket check (ticket_id is not null or hand_over_id is not null
    or kind in ('refused', 'stopped'))
);
comment on table public.notification_outbox is
  'Mails to send, for the service only. Written by triggers, leased by take_notifications, kept for 30 days.';
comment on column public.notification_outbox.kind is 'One of private.notification_kinds.';
comment on column public.notification_outbox.comment_id is
  'The comment that the mail is about. Deleting it deletes the mail.';
comment on column public.notification_outbox.excerpt is
  'reply, comment, reopened, followed, copy and opened: how the text begins; status: the new status; taken_over: the '
  'reason; forward and assigned: the note to its recipient; otherwise null. Never a word of an internal note.';
comment on column public.notification_outbox.error is 'Why the last attempt failed.';
comment on column public.notification_outbox.change_batch is
  'The undoable change that the mail is about. Undoing it deletes the mail.';
comment on column public.notification_outbox.ticket_number is 'Set when the mail is leased.';
comment on column public.notification_outbox.needs_password is
  'The recipient was entered by staff and has set no password yet. Set when the mail is leased.';
comment on column public.notification_outbox.unsubscribe_token is
  'For the header List-Unsubscribe, which no answer quotes; null for messages of the recipient''s own conversation.';
comment on column public.notification_outbox.dropped_at is
  'When it was decided not to send the mail, for the reason in error: all attempts failed, or the recipient may not '
  'get it.';
comment on column public.notification_outbox.recipient_id is 'Null for people in copy and for outside addresses.';
comment on column public.notification_outbox.in_reply_to is
  'Message-ID of the received mail that an automatic mail answers.';
comment on column public.notification_outbox.files is
  'Files that are still uploaded to the comment: the mail waits for them, at most 15 minutes.';
comment on column public.notification_outbox.new_status is 'The status that was set with a reply; null when none was.';
comment on column public.notification_outbox.stop_token is
  'For the link in the text. kind stopped: the link that takes it back.';

comment on column public.notification_outbox.hand_over_id is
  'Kinds about several tickets: which. ticket_id is null, because no answer belongs to one of them.';

create index notification_outbox_hand_over_idx on public.notification_outbox (hand_over_id);
create index notification_outbox_due_idx on public.notification_outbox (next_attempt_at)
  where sent_at is null and dropped_at is null;
create index notification_outbox_created_at_idx on public.notification_outbox (created_at);
create index notification_outbox_recipient_idx on public.notification_outbox (recipient_id);
create index notification_outbox_ticket_idx on public.notification_outbox (ticket_id);
create index notification_outbox_comment_idx on public.notification_outbox (comment_id);

alter table public.notification_outbox enable row level security;
grant all on table public.notification_outbox to service_role;

create function private.notify_mail_sender() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Delivered at commit, once per transaction and due time.
  perform pg_notify('helpdesk_notifications',
    greatest(0, ceil(extract(epoch from new.next_attempt_at - clock_timestamp())))::text);
  return null;
end
$$;
comment on function private.notify_mail_sender() is 'Notifies the mail sender, with the seconds until the mail is due.';

create trigger notification_outbox_announce after insert on public.notification_outbox
  for each row execute function private.notify_mail_sender();

-- Checked again when the mail is sent: meanwhile the recipient may have lost the right to read it or changed the
-- address, and the text may have been edited.
create function private.can_get_notification(kind text, recipient uuid, ticket public.tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = $2 and p.deactivated_at is null
      and p.email <> '' and p.email = lower(u.email)
        and (u.email_confirmed_at is not null or private.is_invited_requester(p.id))
      and private.wants(p.preferences, 'notify', $1)
      and case when $1 = any (private.kinds_for('staff'))
        then p.role in ('agent', 'admin') and ($1 <> 'assigned' or p.id = ($3).assigned_to)
        else p.id = ($3).customer_id end)
$$;
comment on function private.can_get_notification(text, uuid, public.tickets) is
  'True when the recipient is active, confirmed or entered by staff, wants this kind of mail and can read the ticket.';
