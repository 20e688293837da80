-- A failed mail is shown on its ticket with the reason; only an address that does not exist gets no more mails.

create function private.is_wrong_address(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status ~ '^5\.(1\.(1|2|3|6|10)|2\.1)$'
$$;
comment on function private.is_wrong_address(text) is
  'True for the enhanced status codes (RFC 3463) of an address that does not exist or is disabled. The function send-notifications has the same rule.';

create or replace function private.record_bounce(mail private.mail_messages, report jsonb, reply_ticket uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  failed record;
  sent private.sent_mails;
  ticket uuid;
begin
  for failed in
    select lower(btrim(e ->> 'address')) as address, left(coalesce(e ->> 'status', ''), 20) as status,
      left(coalesce(e ->> 'reason', ''), 500) as reason, coalesce((e ->> 'permanent')::boolean, false) as is_permanent
    from jsonb_array_elements(report -> 'recipients') e limit 50
  loop
    -- Only what the desk really sent to that address counts: anybody can write a report.
    select s.* into sent from private.sent_mails s
    where s.recipient = failed.address and s.sent_at > now() - interval '14 days'
      and (s.message_id = report ->> 'message_id' or s.ticket_id = reply_ticket)
    order by coalesce(s.message_id = report ->> 'message_id', false) desc, s.sent_at desc limit 1;
    continue when not found;
    ticket := sent.ticket_id;
    -- A delay is no failure.
    continue when not failed.is_permanent;
    insert into private.delivery_failures (ticket_id, comment_id, mail_id, address, status, reason)
    values (sent.ticket_id, sent.comment_id, mail.id, failed.address, failed.status, failed.reason);
    insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
    values (sent.ticket_id, 'delivery_failed', nullif(left(failed.reason, 200), ''), failed.address, true);
    -- A full mailbox or a refused text says nothing about the next mail.
    continue when not private.is_wrong_address(failed.status);
    insert into public.undeliverable_addresses as u (address, status, reason)
    values (failed.address, failed.status, failed.reason)
    on conflict (address) do update
      set status = excluded.status, reason = excluded.reason, failures = u.failures + 1, last_at = now();
  end loop;
  return ticket;
end
$$;

create or replace function private.note_refused_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.undeliverable_addresses as u (address, status, reason)
  values (lower(new.recipient_email), coalesce(substring(new.error from '\m5\.\d+\.\d+'), ''), left(coalesce(new.error, ''), 500))
  on conflict (address) do update set failures = u.failures + 1, last_at = now(), status = excluded.status, reason = excluded.reason;
  if new.ticket_id is not null then
    insert into private.delivery_failures (ticket_id, comment_id, address, status, reason)
    values (new.ticket_id, (select c.id from public.comments c where c.id = new.comment_id), lower(new.recipient_email),
      coalesce(substring(new.error from '\m5\.\d+\.\d+'), ''), left(coalesce(new.error, ''), 500));
    insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
    values (new.ticket_id, 'delivery_failed', nullif(left(new.error, 200), ''), lower(new.recipient_email), true);
  end if;
  return null;
end
$$;

-- Of these nobody said that the address is wrong.
delete from public.undeliverable_addresses u where not private.is_wrong_address(u.status);
