-- What the workspace has sent: answers and bounces name its Message-ID.
create table private.sent_mails (
  message_id text not null,
  recipient text not null,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  sent_at timestamptz not null default now(),
  -- A mail about a note: whoever answers it writes a note.
  is_internal boolean not null default false,
  -- Whoever writes to the address of a forwarded message is the outsider to whom it was forwarded: they know neither
  -- the reply address of the ticket nor the Message-IDs of its mails.
  forward_code text constraint sent_mails_forward_code check (forward_code ~ '^[0-9a-f]{20}$'),
  -- A report that a mail was not delivered counts for the address to which that mail was sent. Message-IDs are known to
  -- everybody who gets an answer, so that they prove nothing: each mail has a code in a header of its own, which no
  -- answer quotes and which servers return with the other headers.
  report_code text default encode(extensions.gen_random_bytes(16), 'hex') constraint sent_mails_report_code
    check (report_code ~ '^[0-9a-f]{32}$'),
  answered_at timestamptz,
  primary key (message_id, recipient)
);
comment on table private.sent_mails is
  'Message-IDs of mails about tickets (without angle brackets), for threading and bounces.';
comment on column private.sent_mails.recipient is 'In lower case.';
comment on column private.sent_mails.is_internal is
  'The mail is about an internal note: answers of staff to it are notes.';
comment on column private.sent_mails.forward_code is
  'Of a forwarded message: the code of its reply address. Answers to it are the outsider''s.';
comment on column private.sent_mails.report_code is
  'Secret in the header X-Helpdesk-Delivery; a delivery report that returns it is genuine.';
comment on column private.sent_mails.answered_at is
  'When its recipient answered it for the first time: it was delivered, whatever a report says.';

create index sent_mails_ticket_idx on private.sent_mails (ticket_id, sent_at);
create index sent_mails_comment_idx on private.sent_mails (comment_id);
create unique index sent_mails_forward_idx on private.sent_mails (forward_code) where forward_code is not null;
create unique index sent_mails_report_idx on private.sent_mails (report_code) where report_code is not null;

create index sent_mails_local_part_idx on private.sent_mails using hash (split_part(message_id, '@', 1))
  where message_id like 'notification.%';

alter table private.sent_mails enable row level security;
