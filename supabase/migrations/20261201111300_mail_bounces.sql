-- Reports that a mail was not delivered. A failed mail is shown on its ticket with the reason; only an address that does
-- not exist gets no more mails.

-- A deleted comment leaves nothing behind.
create function private.forget_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set content = '', quoted = '', original_path = null, files = '[]' where m.comment_id = old.id;
  return old;
end
$$;
comment on function private.forget_mail() is 'Removes the texts of a received mail with its comment.';

-- Before the delete: afterwards the foreign key has set comment_id to null.
create trigger comments_forget_mail before delete on public.comments
  for each row execute function private.forget_mail();

create function private.is_wrong_address(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status ~ '^5\.(1\.(1|2|3|6|10)|2\.1)$'
$$;
comment on function private.is_wrong_address(text) is
  'True for the enhanced status codes (RFC 3463) of an address that does not exist or is disabled. The function send-notifications has the same rule.';

create function private.record_bounce(mail private.mail_messages, report jsonb, reply_ticket uuid) returns uuid
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
comment on function private.record_bounce(private.mail_messages, jsonb, uuid) is
  'Marks the addresses of a report {message_id, recipients: [{address, status, reason, permanent}]} as undeliverable, if the desk wrote to them. Returns the ticket of the mail.';
