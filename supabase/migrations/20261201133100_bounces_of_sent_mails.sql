-- A report that a mail was not delivered counts for the address to which that mail was sent. Message-IDs are known to everybody
-- who gets an answer, so that they prove nothing: each mail has a code in a header of its own, which no answer quotes and which
-- servers return with the other headers.
alter table private.sent_mails
  add column report_code text constraint sent_mails_report_code check (report_code ~ '^[0-9a-f]{32}$'),
  add column answered_at timestamptz;
-- Mails of before have gone out without one.
alter table private.sent_mails alter column report_code set default encode(extensions.gen_random_bytes(16), 'hex');
comment on column private.sent_mails.report_code is 'Secret in the header X-Helpdesk-Delivery; a delivery report that returns it is genuine.';
comment on column private.sent_mails.answered_at is 'When its recipient answered it for the first time: it was delivered, whatever a report says.';

create unique index sent_mails_report_idx on private.sent_mails (report_code) where report_code is not null;

create function private.note_answers(address text, refs jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.sent_mails s set answered_at = now()
  where s.recipient = $1 and s.answered_at is null
    and s.message_id in (select e from jsonb_array_elements_text($2) with ordinality as l (e, n) where n <= 100)
$$;
comment on function private.note_answers(text, jsonb) is 'The mails to an address that a mail from there answers were delivered.';

create function private.is_daemon_of(mail private.mail_messages, report jsonb, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.authentication = 'pass' and coalesce((report ->> 'is_null_sender')::boolean, false)
    and mail.from_address ~ '^(mailer-daemon|postmaster|microsoftexchange[0-9a-f]{32})@'
    and exists (
      select from (
        select split_part($3, '@', 2) as domain
        union all select split_part(a.address, '@', 2) from public.mail_addresses a where a.is_active
        union all select split_part(c.sender, '@', 2) from private.mail_channel c) d
      -- The domain itself or a host in it.
      where d.domain <> '' and right('.' || split_part(mail.from_address, '@', 2), char_length(d.domain) + 1) = '.' || lower(d.domain))
$$;
comment on function private.is_daemon_of(private.mail_messages, jsonb, text) is
  'True for an authenticated report without an envelope sender from the mail server of the failed address or of the desk.';

create function private.show_failure(ticket_id uuid, comment_id uuid, mail_id uuid, address text, status text, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into private.delivery_failures (ticket_id, comment_id, mail_id, address, status, reason) values ($1, $2, $3, $4, $5, $6);
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
comment on function private.mark_undeliverable(text, text, text) is 'Sends no mails to an address whose server says that it is wrong.';

drop function private.record_bounce(private.mail_messages, jsonb, uuid);
create function private.record_bounce(mail private.mail_messages, report jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  is_proven boolean;
  ticket uuid;
begin
  for failed in
    select lower(btrim(e ->> 'address')) as address, left(coalesce(e ->> 'status', ''), 20) as status,
      left(coalesce(e ->> 'reason', ''), 500) as reason, coalesce((e ->> 'permanent')::boolean, false) as is_permanent
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    -- Providers may give mails another Message-ID.
    select s.* into sent from private.sent_mails s
    where s.report_code = report ->> 'code' and s.recipient = failed.address and s.sent_at > now() - interval '14 days';
    is_proven := found;
    if not is_proven then
      select s.* into sent from private.sent_mails s
      where s.message_id = report ->> 'message_id' and s.recipient = failed.address and s.sent_at > now() - interval '14 days';
      -- A wrong code is a guess.
      continue when not found or coalesce(report ->> 'code', '') <> '';
      is_proven := private.is_daemon_of(mail, report, failed.address);
    end if;
    continue when sent.answered_at is not null;
    ticket := sent.ticket_id;
    -- A delay is no failure.
    continue when not failed.is_permanent;
    if not is_proven then
      -- Shown once and without its words, which may be anybody's.
      continue when exists (
        select from private.delivery_failures f
        where f.ticket_id = sent.ticket_id and f.address = failed.address and f.comment_id is not distinct from sent.comment_id);
      failed.reason := 'an unconfirmed report says so. The address still gets emails.';
    end if;
    perform private.show_failure(sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status, failed.reason);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not is_proven or not private.is_wrong_address(failed.status);
    perform private.mark_undeliverable(failed.address, failed.status, failed.reason);
  end loop;
  return ticket;
end
$$;
comment on function private.record_bounce(private.mail_messages, jsonb) is
  'Shows a report {message_id, code, is_null_sender, recipients: [{address, status, reason, permanent}]} on the ticket of the mail, unless its recipient has answered it. One that is proven, by the code of the mail or by its sender, marks wrong addresses as undeliverable. Returns the ticket.';

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
    and (new.email_confirmed_at is distinct from old.email_confirmed_at or new.last_sign_in_at is distinct from old.last_sign_in_at))
  execute function private.lift_undeliverable();

drop policy undeliverable_addresses_delete_admin on public.undeliverable_addresses;
create policy undeliverable_addresses_delete_staff on public.undeliverable_addresses for delete to authenticated
  using ((select private.can_work_on_tickets()));
comment on table public.undeliverable_addresses is
  'Addresses to which a mail could not be delivered, as their mail server said. Staff delete a row to mail again; a mail of the owner or their sign-in does so too.';
