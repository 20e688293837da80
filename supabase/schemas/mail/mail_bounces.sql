-- Failed deliveries. A report that a mail was not delivered counts for the address to which that mail was sent, when it
-- returns the secret code of the mail (private.sent_mails.report_code).

create table private.delivery_failures (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete set null,
  mail_id uuid references private.mail_messages (id) on delete set null,
  address text not null,
  status text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now()
);
comment on table private.delivery_failures is 'Mails about tickets that could not be delivered.';

create index delivery_failures_ticket_idx on private.delivery_failures (ticket_id, created_at);
create index delivery_failures_comment_idx on private.delivery_failures (comment_id);
create index delivery_failures_mail_idx on private.delivery_failures (mail_id);

alter table private.delivery_failures enable row level security;

-- Reports that a mail was not delivered. A failed mail is shown on its ticket with the reason; only an address that
-- does not exist gets no more mails.
-- A deleted comment leaves nothing behind, nor do the copies of its mail.
create function private.forget_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set content = '', quoted = '', original_path = null, files = '[]',
    -- Without its comment it would pass for the mail that opened the ticket.
    reason = case when m.comment_id = old.id then 'comment_deleted' else m.reason end
  where m.id in (
    select k.id from private.mail_messages k where k.comment_id = old.id
    union
    select c.id from private.mail_messages k join private.mail_messages c
      on c.message_id = k.message_id and c.from_address = k.from_address and c.content_hash = k.content_hash
    where k.comment_id = old.id and c.reason = 'same_message');
  return old;
end
$$;
comment on function private.forget_mail() is 'Removes the texts of a received mail with its comment.';

-- Before the delete: afterwards the foreign key has set comment_id to null.

-- Only the server of an address that confirms that it does not exist ends mails to it: the same code also means a
-- mailbox that gets too much. A report that a mail did arrive ends the silence.
create function private.is_wrong_address(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status ~ '^5\.1\.(1|2|3|6|10)$'
$$;
comment on function private.is_wrong_address(text) is
  'True for the enhanced status codes (RFC 3463) of an address that does not exist, where nothing else is known. '
  'Reports say it themselves (wrong_address).';

create function private.note_answers(address text, refs jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.sent_mails s set answered_at = now()
  where s.recipient = $1 and s.answered_at is null
    and s.message_id in (
      select (private.sent_mail(e)).message_id from jsonb_array_elements_text($2) with ordinality as l (e, n)
        where n <= 151)
$$;
comment on function private.note_answers(text, jsonb) is
  'The mails to an address that a mail from there answers were delivered.';

-- A report comes from the form of DNS about an address in any form. The name of Exchange's own mailbox is one that
-- people could have: its reports count by the code in them. A host below a domain may be somebody else's, such as a
-- customer's of a hoster: its reports count by the code as well.
create function private.is_daemon_of(mail private.mail_messages, report jsonb, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.authentication = 'pass' and coalesce((report ->> 'is_null_sender')::boolean, false)
    and mail.from_address ~ '^(mailer-daemon|postmaster)@'
    and exists (
      select from (
        select substring($3 from '[^@]*$') as domain
        union all select split_part(a.address, '@', 2) from public.mail_addresses a where a.is_active
        union all select substring(c.sender from '[^@]*$') from private.mail_channel c) d
      where d.domain <> ''
        and private.ascii_domain(d.domain) = private.ascii_domain(substring(mail.from_address from '[^@]*$')))
$$;
comment on function private.is_daemon_of(private.mail_messages, jsonb, text) is
  'True for an authenticated report without an envelope sender from the very domain of the failed address or of the '
  'desk.';

create function private.show_failure(ticket_id uuid, comment_id uuid, mail_id uuid, address text, status text,
  reason text) returns void
language sql security definer set search_path = '' as $$
  insert into private.delivery_failures (ticket_id, comment_id, mail_id, address, status, reason)
    values ($1, $2, $3, $4, $5, $6);
  insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
  values ($1, 'delivery_failed', nullif(left($6, 200), ''), $4, true);
$$;
comment on function private.show_failure(uuid, uuid, uuid, text, text, text) is
  'Shows staff on a ticket that a mail to an address was not delivered; mail_id: the report, if one came.';

create function private.mark_undeliverable(address text, status text, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.undeliverable_addresses as u (address, status, reason) values ($1, $2, $3)
  on conflict (address) do update
    set status = excluded.status, reason = excluded.reason, failures = u.failures + 1, last_at = now()
$$;
comment on function private.mark_undeliverable(text, text, text) is
  'Sends no mails to an address whose server says that it is wrong.';

create function private.record_bounce(mail private.mail_messages, report jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  is_proven boolean;
  ticket uuid;
begin
  for failed in
    select private.ascii_address(lower(btrim(e ->> 'address'))) as address,
      left(coalesce(e ->> 'status', ''), 20) as status, left(coalesce(e ->> 'reason', ''), 500) as reason,
      coalesce((e ->> 'permanent')::boolean, false) as is_permanent,
      coalesce((e ->> 'delivered')::boolean, false) as is_delivered,
      coalesce((e ->> 'wrong_address')::boolean, private.is_wrong_address(e ->> 'status'), false) as is_wrong
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    -- Providers may give mails another Message-ID.
    select s.* into sent from private.sent_mails s
    where s.report_code = report ->> 'code' and private.ascii_address(s.recipient) = failed.address
      and s.sent_at > now() - interval '14 days';
    is_proven := found;
    if not is_proven then
      select s.* into sent from private.sent_mails s
      where s.message_id = report ->> 'message_id' and private.ascii_address(s.recipient) = failed.address
        and s.sent_at > now() - interval '14 days';
      -- A wrong code is a guess.
      continue when not found or coalesce(report ->> 'code', '') <> '';
      is_proven := private.is_daemon_of(mail, report, failed.address);
    end if;
    -- As the mail was addressed.
    failed.address := sent.recipient;
    if failed.is_delivered and is_proven then
      delete from public.undeliverable_addresses u where u.address = failed.address;
    end if;
    continue when sent.answered_at is not null;
    ticket := sent.ticket_id;
    -- A delay is no failure, nor is a success.
    continue when not failed.is_permanent;
    if not is_proven then
      -- Shown once and without its words, which may be anybody's.
      continue when exists (
        select from private.delivery_failures f
        where f.ticket_id = sent.ticket_id and f.address = failed.address
          and f.comment_id is not distinct from sent.comment_id);
      failed.reason := 'an unconfirmed report says so. The address still gets emails.';
    end if;
    perform private.show_failure(sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status,
      failed.reason);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not is_proven or not failed.is_wrong;
    perform private.mark_undeliverable(failed.address, failed.status, failed.reason);
  end loop;
  return ticket;
end
$$;
comment on function private.record_bounce(private.mail_messages, jsonb) is
  'Shows a report {message_id, code, is_null_sender, recipients: [{address, status, reason, permanent, delivered, '
  'wrong_address}]} on the ticket of the mail, unless its recipient has answered it. One that is proven, by the code '
  'of the mail or by its sender, marks wrong addresses as undeliverable, and those that got a mail as reachable. '
  'Returns the ticket.';

-- Who opens a link of a mail, or signs in, can be reached again.
create function private.lift_undeliverable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.undeliverable_addresses u where u.address = lower(new.email);
  return null;
end
$$;
comment on function private.lift_undeliverable() is 'An address whose owner signs in or confirms it gets mails again.';

create trigger helpdesk_lift_undeliverable after update of email_confirmed_at, last_sign_in_at on auth.users
  for each row when (new.email_confirmed_at is not null
    and (new.email_confirmed_at is distinct from old.email_confirmed_at
      or new.last_sign_in_at is distinct from old.last_sign_in_at))
  execute function private.lift_undeliverable();
